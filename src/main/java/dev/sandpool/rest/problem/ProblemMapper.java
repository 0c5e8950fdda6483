package dev.sandpool.rest.problem;

import dev.sandpool.security.LimitReachedException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Answers every error with a problem. */
@Provider
public class ProblemMapper implements ExceptionMapper<Throwable> {

  private static final int RETRY_AFTER_SECONDS = 5;

  @Context UriInfo uri;
  @Context HttpHeaders headers;

  @Override
  public Response toResponse(Throwable error) {
    Problem problem =
        Problems.describe(error, uri.getRequestUri().getPath(), RequestIds.of(headers));
    Response.ResponseBuilder response =
        Response.status(problem.status()).type(Problem.MEDIA_TYPE).entity(problem);
    if (problem.status() == 503) {
      response.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }
    if (Problems.known(error) instanceof LimitReachedException limit) {
      response.header(HttpHeaders.RETRY_AFTER, limit.retryAfterSeconds());
    }
    if (error instanceof WebApplicationException web) {
      response.header(HttpHeaders.ALLOW, web.getResponse().getHeaderString(HttpHeaders.ALLOW));
    }
    return response.build();
  }
}
