package dev.sandpool.rest.problem;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Gives every request an id and sends it back. One that came with the request is kept if it is
 * short and harmless: it ends in the log.
 */
@Provider
@PreMatching
public class RequestIds implements ContainerRequestFilter, ContainerResponseFilter {

  /** The header, in both directions. */
  public static final String HEADER = "X-Request-ID";

  /** The attribute of requests whose id was chosen before they came here. */
  public static final String ATTRIBUTE = "dev.sandpool.request-id";

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{1,128}");

  /** Kept as the request's own header, which stays readable wherever errors are mapped. */
  @Override
  public void filter(ContainerRequestContext request) {
    String chosen =
        request.getProperty(ATTRIBUTE) instanceof String id ? id : request.getHeaderString(HEADER);
    request.getHeaders().putSingle(HEADER, accepted(chosen));
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    response.getHeaders().putSingle(HEADER, accepted(request.getHeaderString(HEADER)));
  }

  /** The id of a request. */
  public static String of(HttpHeaders headers) {
    return accepted(headers.getHeaderString(HEADER));
  }

  /** The id that was offered, if it is short and harmless; else a new one. */
  public static String accepted(String offered) {
    return Optional.ofNullable(offered)
        .filter(id -> FORM.matcher(id).matches())
        .orElseGet(() -> UUID.randomUUID().toString());
  }
}
