package dev.sandpool.mcp.http;

import jakarta.servlet.http.HttpServletRequest;

/** Finds out for whom a request is. The bean that is there decides; one that knows nobody may. */
@FunctionalInterface
public interface Tenants {

  /**
   * The tenant of the caller, whose sandboxes and sessions are kept apart from those of all others;
   * empty where there are no tenants.
   */
  String tenantOf(HttpServletRequest request);
}
