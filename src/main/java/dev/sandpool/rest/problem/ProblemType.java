package dev.sandpool.rest.problem;

import java.util.Map;

/**
 * What a code means over HTTP.
 *
 * @param status the HTTP status
 * @param title the same words for every problem of this code
 */
record ProblemType(int status, String title) {

  static final String INVALID_VALUE = "invalid_value";
  static final String INVALID_JSON = "invalid_json";
  static final String INTERNAL = "internal_error";

  private static final ProblemType UNKNOWN = new ProblemType(500, "Internal error");

  private static final Map<String, ProblemType> BY_CODE =
      Map.ofEntries(
          Map.entry(INVALID_VALUE, new ProblemType(400, "Value cannot be used")),
          Map.entry(INVALID_JSON, new ProblemType(400, "Body is not the JSON expected")),
          Map.entry("body_too_large", new ProblemType(413, "Body is too large")),
          Map.entry("not_authenticated", new ProblemType(401, "Credentials are needed")),
          Map.entry("forbidden", new ProblemType(403, "Not allowed")),
          Map.entry("limit_reached", new ProblemType(429, "Limit of the tenant is reached")),
          Map.entry("audit_unavailable", new ProblemType(503, "Audit log cannot be written")),
          Map.entry("sandbox_not_found", new ProblemType(404, "No such sandbox")),
          Map.entry("process_not_found", new ProblemType(404, "No such process")),
          Map.entry("pool_not_found", new ProblemType(404, "No such pool")),
          Map.entry("sandbox_lost", new ProblemType(410, "Sandbox ended")),
          Map.entry("sandbox_start_failed", new ProblemType(502, "Sandbox could not be made")),
          Map.entry("exec_failed", new ProblemType(502, "Command could not be run")),
          Map.entry("pool_exhausted", new ProblemType(503, "All sandboxes are in use")),
          Map.entry("overloaded", new ProblemType(503, "Too many calls at the same time")),
          Map.entry("backend_unavailable", new ProblemType(503, "Back end cannot be used")),
          Map.entry("not_supported", new ProblemType(501, "Not supported by this back end")),
          Map.entry("file_not_found", new ProblemType(404, "No such file")),
          Map.entry("permission_denied", new ProblemType(403, "Permission denied")),
          Map.entry("is_directory", new ProblemType(409, "Is a directory")),
          Map.entry("not_a_directory", new ProblemType(409, "Is not a directory")),
          Map.entry("not_text", new ProblemType(422, "Is not text")),
          Map.entry("too_large", new ProblemType(413, "File is too large")),
          Map.entry("no_space", new ProblemType(507, "No space left")),
          Map.entry("corrupted", new ProblemType(502, "Transfer was damaged")),
          Map.entry("changed", new ProblemType(409, "File was changed meanwhile")),
          Map.entry("text_not_found", new ProblemType(422, "Text is not in the file")),
          Map.entry("text_not_unique", new ProblemType(422, "Text is there more than once")),
          Map.entry("unsupported_image", new ProblemType(501, "Image lacks a program")),
          Map.entry("file_operation_failed", new ProblemType(502, "File operation failed")),
          Map.entry("sandbox_error", new ProblemType(502, "Sandbox failed")),
          Map.entry("not_found", new ProblemType(404, "Not found")),
          Map.entry("method_not_allowed", new ProblemType(405, "Method not allowed")),
          Map.entry("not_acceptable", new ProblemType(406, "Not acceptable")),
          Map.entry("unsupported_media_type", new ProblemType(415, "Unsupported media type")),
          Map.entry("bad_request", new ProblemType(400, "Bad request")),
          Map.entry(INTERNAL, UNKNOWN));

  static ProblemType of(String code) {
    return BY_CODE.getOrDefault(code, UNKNOWN);
  }

  /** The code for an error that the JAX-RS implementation itself found. */
  static String codeOf(int status) {
    return switch (status) {
      case 404 -> "not_found";
      case 405 -> "method_not_allowed";
      case 406 -> "not_acceptable";
      case 413 -> "body_too_large";
      case 415 -> "unsupported_media_type";
      default -> status >= 400 && status < 500 ? "bad_request" : INTERNAL;
    };
  }
}
