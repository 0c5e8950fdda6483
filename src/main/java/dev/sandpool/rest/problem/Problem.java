package dev.sandpool.rest.problem;

import jakarta.json.bind.annotation.JsonbNillable;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * An error as RFC 9457 has it, with three members more.
 *
 * @param type identifies the kind of problem
 * @param title the kind of problem in words
 * @param status the HTTP status
 * @param detail what happened and what to do
 * @param instance the path of the request
 * @param code identifies the kind of problem, in snake case; stable
 * @param field the parameter or JSON member that was refused
 * @param requestId the request in the service's log
 */
@JsonbNillable(false)
@JsonbPropertyOrder({"type", "title", "status", "detail", "instance", "code", "field", "requestId"})
@Schema(name = "Problem", description = "An error (RFC 9457)")
public record Problem(
    @Schema(examples = "tag:sandpool.dev,2026:sandbox_not_found") String type,
    String title,
    int status,
    @Schema(description = "What happened and what to do") String detail,
    @Schema(description = "Path of the request") String instance,
    @Schema(description = "Stable identifier of the kind of problem") String code,
    @Schema(description = "Parameter or JSON member that was refused") String field,
    @Schema(description = "X-Request-ID of the request") String requestId) {

  /** The media type of problems. */
  public static final String MEDIA_TYPE = "application/problem+json";

  private static final String TYPE_PREFIX = "tag:sandpool.dev,2026:";

  static Problem of(String code, String detail, String field, String path, String requestId) {
    ProblemType type = ProblemType.of(code);
    return new Problem(
        TYPE_PREFIX + code, type.title(), type.status(), detail, path, code, field, requestId);
  }
}
