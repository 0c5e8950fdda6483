package dev.sandpool.cdi;

import dev.sandpool.InvalidValueException;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.inject.Instance;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.List;
import java.util.Optional;

/** The HTTP request that the calling thread serves. */
final class HttpCall {

  private final Instance<HttpServletRequest> requests;

  HttpCall(Instance<Object> beans) {
    requests = beans.select(HttpServletRequest.class);
  }

  /** The request; empty on threads that serve none. */
  Optional<HttpServletRequest> request() {
    if (!requests.isResolvable()) {
      return Optional.empty();
    }
    try {
      HttpServletRequest request = requests.get();
      // It may be a stand-in, which finds out at the first call that there is none.
      return Optional.ofNullable(request.getMethod()).map(method -> request);
    } catch (IllegalStateException | ContextNotActiveException e) {
      return Optional.empty();
    }
  }

  /** What a resource's path says, as far as it is a resource that answers. */
  Optional<RestCall> rest() {
    return request()
        .map(request -> request.getAttribute(RestCall.ATTRIBUTE))
        .filter(RestCall.class::isInstance)
        .map(RestCall.class::cast);
  }

  /** Who calls, as the resource is told, else as the server has it; empty if nobody knows. */
  Optional<Principal> caller() {
    return rest()
        .map(RestCall::caller)
        .orElseGet(() -> request().map(HttpServletRequest::getUserPrincipal));
  }

  /** The caller's name, which keeps the conversations of one apart from those of all others. */
  String tenant() {
    return caller().map(Principal::getName).orElse("");
  }

  /** The only one of what was given; of several, nobody could say which one others looked at. */
  static Optional<String> only(String where, List<String> given) {
    if (given.size() > 1) {
      throw new InvalidValueException(where, "***", "give it once");
    }
    return given.stream().filter(key -> !key.isEmpty()).findFirst();
  }
}
