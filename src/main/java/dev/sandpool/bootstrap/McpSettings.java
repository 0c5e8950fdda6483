package dev.sandpool.bootstrap;

import dev.sandpool.InvalidValueException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * For the MCP server.
 *
 * @param enabled whether the service has it
 * @param spec name of the specification of its sandboxes
 * @param directory where commands start in these, absolute
 * @param key what to keep the sandbox of a session under that names no key; empty for one sandbox
 *     for each session
 * @param idleTtl how long a session and its sandbox may be unused; more than zero
 * @param maxSessions how many sessions there may be at a time
 * @param maxOutput the most characters of command output, file or list in one answer
 */
public record McpSettings(
    boolean enabled,
    String spec,
    String directory,
    Optional<String> key,
    Duration idleTtl,
    int maxSessions,
    int maxOutput) {

  private static final int LEAST_OUTPUT = 1000;
  private static final int MOST_OUTPUT = 10_000_000;

  /**
   * Checks every value.
   *
   * @throws InvalidValueException if one cannot work
   */
  public McpSettings {
    Objects.requireNonNull(spec, "spec");
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(key, "key");
    if (idleTtl.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new InvalidValueException(
          "sandpool.mcp.idle-ttl", idleTtl, "give at least 1s; a client may never say goodbye");
    }
    if (maxSessions < 1) {
      throw new InvalidValueException("sandpool.mcp.max-sessions", maxSessions, "give 1 or more");
    }
    if (maxOutput < LEAST_OUTPUT || maxOutput > MOST_OUTPUT) {
      throw new InvalidValueException(
          "sandpool.mcp.max-output",
          maxOutput,
          "give " + LEAST_OUTPUT + " to " + MOST_OUTPUT + " characters");
    }
  }
}
