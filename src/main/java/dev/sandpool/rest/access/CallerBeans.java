package dev.sandpool.rest.access;

import dev.sandpool.Sandboxes;
import dev.sandpool.security.Access;
import dev.sandpool.security.NotAuthenticatedException;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.servlet.http.HttpServletRequest;

/** Makes the sandboxes of a caller from those of all. */
@Dependent
public class CallerBeans {

  /**
   * Those of the request's caller.
   *
   * @throws NotAuthenticatedException if the request came in by a way without {@link AccessFilter}
   */
  @Produces
  @OfCaller
  @RequestScoped
  Sandboxes sandboxes(Sandboxes all, HttpServletRequest request) {
    if (request.getAttribute(Access.ATTRIBUTE) instanceof Access access) {
      return access.over(all);
    }
    throw new NotAuthenticatedException("Nobody asked who sends this request, so it is refused");
  }
}
