package dev.sandpool.cdi;

import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import java.util.Optional;

/**
 * Leaves in a request what only JAX-RS knows of it, for {@link Conversation}. Servers find it by
 * themselves; an application that lists its classes in {@code Application.getClasses()} lists this
 * one too. It comes last, after filters that find out who calls.
 */
@Provider
@Priority(Integer.MAX_VALUE)
public class ConversationFilter implements ContainerRequestFilter {

  @Override
  public void filter(ContainerRequestContext request) {
    UriInfo uri = request.getUriInfo();
    request.setProperty(
        RestCall.ATTRIBUTE,
        new RestCall(
            name -> uri.getPathParameters().getOrDefault(name, List.of()),
            Optional.ofNullable(request.getSecurityContext())
                .map(context -> context.getUserPrincipal())));
  }
}
