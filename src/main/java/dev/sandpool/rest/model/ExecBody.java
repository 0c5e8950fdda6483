package dev.sandpool.rest.model;

import dev.sandpool.ExecRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.rest.problem.RestException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A command to run. All but the command may be null.
 *
 * @param command script for the shell
 * @param timeoutSeconds time until it is killed
 * @param cwd where it starts
 * @param env variables
 * @param stdin standard input
 * @param maxOutputBytes how much output to keep
 */
@Schema(name = "ExecRequest")
public record ExecBody(
    @Schema(required = true, description = "Script for /bin/sh", examples = "\"echo hello\"")
        String command,
    @Schema(
            description = "Seconds until it is killed; may have a fraction",
            exclusiveMinimum = true,
            minimum = "0")
        BigDecimal timeoutSeconds,
    @Schema(description = "Absolute path where it starts") String cwd,
    @Schema(description = "Variables added to the sandbox's") Map<String, String> env,
    @Schema(description = "Text for standard input") String stdin,
    @Schema(description = "Output to keep, in bytes, both streams together", minimum = "0")
        Long maxOutputBytes) {

  private static final BigDecimal LONGEST_SECONDS =
      BigDecimal.valueOf(Duration.ofDays(3650).toSeconds());

  /** Where the names of this door are not those of Java. */
  private static final Map<String, String> NAMES =
      Map.of("timeout", "timeoutSeconds", "workingDirectory", "cwd", "environment", "env");

  /**
   * The request in Java.
   *
   * @throws RestException if a value can never work
   */
  public ExecRequest toRequest() {
    try {
      ExecRequest.Builder request = ExecRequest.builder(command);
      Optional.ofNullable(timeoutSeconds).map(ExecBody::duration).ifPresent(request::timeout);
      Optional.ofNullable(cwd).ifPresent(request::workingDirectory);
      Optional.ofNullable(env).ifPresent(request::environment);
      Optional.ofNullable(stdin).ifPresent(request::stdin);
      Optional.ofNullable(maxOutputBytes).ifPresent(request::maxOutputBytes);
      return request.build();
    } catch (InvalidValueException e) {
      throw RestException.renamed(e, renamed(e.field()));
    }
  }

  private static Duration duration(BigDecimal seconds) {
    if (seconds.signum() <= 0) {
      throw new InvalidValueException(
          "timeoutSeconds", seconds, "give more than 0 seconds, or leave it out for the default");
    }
    BigDecimal capped = seconds.min(LONGEST_SECONDS);
    return Duration.ofNanos(Math.max(1, capped.movePointRight(9).longValue()));
  }

  private static String renamed(String field) {
    String first = field.split("\\.", 2)[0];
    return NAMES.getOrDefault(first, first) + field.substring(first.length());
  }
}
