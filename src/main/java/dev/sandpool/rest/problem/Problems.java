package dev.sandpool.rest.problem;

import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxException;
import jakarta.ws.rs.WebApplicationException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionException;

/** Describes any error as a problem. */
public final class Problems {

  private static final Logger LOG = System.getLogger(Problems.class.getName());

  private Problems() {}

  /**
   * Describes an error. One that nobody foresaw is logged with its stack, and shows nothing of it.
   *
   * @param error what was thrown
   * @param path the path of the request
   * @param requestId names the request in the log
   */
  public static Problem describe(Throwable error, String path, String requestId) {
    Throwable known = known(error);
    if (known instanceof RestException refused) {
      return Problem.of(refused.code(), refused.getMessage(), null, path, requestId);
    }
    if (known instanceof InvalidValueException refused) {
      return Problem.of(
          ProblemType.INVALID_VALUE, refused.getMessage(), refused.field(), path, requestId);
    }
    if (known instanceof SandboxException failed) {
      return Problem.of(failed.code(), failed.getMessage(), null, path, requestId);
    }
    if (known instanceof WebApplicationException web && web.getResponse().getStatus() < 500) {
      return describe(web, path, requestId);
    }
    LOG.log(Level.ERROR, "Request " + requestId + " to " + path + " failed", error);
    String detail = "Something went wrong that was not foreseen; the log has it under " + requestId;
    return Problem.of(ProblemType.INTERNAL, detail, null, path, requestId);
  }

  private static Problem describe(WebApplicationException error, String path, String requestId) {
    String code = ProblemType.codeOf(error.getResponse().getStatus());
    return Problem.of(code, detail(code), null, path, requestId);
  }

  private static String detail(String code) {
    return switch (code) {
      case "not_found" -> "Nothing is served under this path; /openapi describes what is";
      case "method_not_allowed" -> "This path is not served with this method; see Allow";
      case "not_acceptable" -> "This path has no answer of the type that Accept asks for";
      case "unsupported_media_type" ->
          "The body's Content-Type is not served here; send application/json, or what /openapi says";
      default -> "The request cannot be read";
    };
  }

  /** Looks through what containers and futures wrap errors in. */
  static Throwable known(Throwable error) {
    for (Throwable each = error; each != null; each = each.getCause()) {
      if (each instanceof RestException
          || each instanceof InvalidValueException
          || each instanceof SandboxException) {
        return each;
      }
    }
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }
}
