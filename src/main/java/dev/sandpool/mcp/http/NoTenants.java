package dev.sandpool.mcp.http;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.servlet.http.HttpServletRequest;

/** All callers are one: the service does not know who calls. */
@ApplicationScoped
public class NoTenants implements Tenants {

  @Override
  public String tenantOf(HttpServletRequest request) {
    return "";
  }
}
