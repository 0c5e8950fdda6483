package dev.sandpool.rest.model;

import dev.sandpool.ExecRequest;
import dev.sandpool.InvalidValueException;
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

  /** Where the names of this door are not those of Java. */
  private static final MemberNames NAMES =
      new MemberNames(
          Map.of("timeout", "timeoutSeconds", "workingDirectory", "cwd", "environment", "env"));

  /**
   * The request in Java.
   *
   * @throws InvalidValueException if a value can never work
   */
  public ExecRequest toRequest() {
    return NAMES.in(
        () -> {
          ExecRequest.Builder request = ExecRequest.builder(command);
          timeout().ifPresent(request::timeout);
          Optional.ofNullable(cwd).ifPresent(request::workingDirectory);
          Optional.ofNullable(env).ifPresent(request::environment);
          Optional.ofNullable(stdin).ifPresent(request::stdin);
          Optional.ofNullable(maxOutputBytes).ifPresent(request::maxOutputBytes);
          return request.build();
        });
  }

  private Optional<Duration> timeout() {
    return Seconds.positive(
        "timeoutSeconds",
        timeoutSeconds,
        "give more than 0 seconds, or leave it out for the default");
  }
}
