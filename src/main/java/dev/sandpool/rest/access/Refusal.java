package dev.sandpool.rest.access;

import dev.sandpool.SandboxException;
import dev.sandpool.rest.json.JsonbProvider;
import dev.sandpool.rest.problem.Problem;
import dev.sandpool.rest.problem.Problems;
import dev.sandpool.rest.problem.RequestIds;
import dev.sandpool.security.LimitReachedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The answer to a request that is not let in: a problem, as JAX-RS would write it.
 *
 * @param error why
 * @param requestId names the request in the logs
 * @param path of the request
 */
record Refusal(SandboxException error, String requestId, String path) {

  private static final JsonbProvider JSON = new JsonbProvider();

  /** Writes it, and gives its status. */
  int write(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Problem problem = Problems.describe(error, path, requestId);
    response.setStatus(problem.status());
    response.setContentType(Problem.MEDIA_TYPE);
    response.setHeader(RequestIds.HEADER, requestId);
    if (problem.status() == HttpServletResponse.SC_UNAUTHORIZED) {
      response.setHeader("WWW-Authenticate", challenge(request));
    }
    if (error instanceof LimitReachedException limit) {
      response.setHeader("Retry-After", Long.toString(limit.retryAfterSeconds()));
    }
    byte[] body = JSON.getContext(Problem.class).toJson(problem).getBytes(StandardCharsets.UTF_8);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
    return problem.status();
  }

  private static String challenge(HttpServletRequest request) {
    return "Bearer realm=\"sandpool\""
        + (request.getHeader("Authorization") == null ? "" : ", error=\"invalid_token\"");
  }
}
