package dev.sandpool.rest.access;

import dev.sandpool.SandboxException;
import dev.sandpool.rest.problem.RequestIds;
import dev.sandpool.security.Access;
import dev.sandpool.security.Activity;
import dev.sandpool.security.AuditLog;
import dev.sandpool.security.Caller;
import dev.sandpool.security.TenantLimits;
import jakarta.inject.Inject;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Stands before all that can do anything. Finds out who calls, counts the request, leaves the
 * {@link Access} in it, and has written down at its end what was done. What it does not let in
 * never gets further.
 */
@WebFilter(
    filterName = "access",
    urlPatterns = {"/api/*", "/mcp", "/mcp/*"},
    asyncSupported = true)
public class AccessFilter implements Filter {

  @Inject ServiceSecurity security;

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest http = (HttpServletRequest) request;
    HttpServletResponse answer = (HttpServletResponse) response;
    String id = RequestIds.accepted(http.getHeader(RequestIds.HEADER));
    Activity activity =
        audit().begin(id, http.getRemoteAddr(), http.getMethod() + " " + http.getRequestURI());
    try {
      enter(http, activity);
    } catch (SandboxException e) {
      int status = new Refusal(e, id, http.getRequestURI()).write(http, answer);
      audit().end(activity, status);
      return;
    }
    http.setAttribute(RequestIds.ATTRIBUTE, id);
    pass(http, answer, chain, activity);
  }

  private void enter(HttpServletRequest request, Activity activity) {
    audit().requireWritable();
    Caller caller = security.doorkeeper().admit(Approaches.of(request, security.tenantClaim()));
    activity.by(caller);
    TenantLimits limits = security.limits();
    limits.request(caller.tenant());
    request.setAttribute(Access.ATTRIBUTE, new Access(caller, limits, activity));
  }

  private void pass(
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain,
      Activity activity)
      throws IOException, ServletException {
    int status = HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
    try {
      chain.doFilter(request, response);
      status = response.getStatus();
    } finally {
      if (!AuditAtEnd.of(request, () -> audit().end(activity, response.getStatus()))) {
        audit().end(activity, status);
      }
    }
  }

  private AuditLog audit() {
    return security.audit();
  }
}
