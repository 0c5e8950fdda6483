package dev.sandpool;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A command and how to run it. Immutable; make one with {@link #of} or {@link #builder}.
 *
 * @param command a script for {@code /bin/sh}, of any length
 * @param timeout how long it may run before its processes are killed; empty takes the configured
 *     default. Longer than the configured cap is cut to the cap
 * @param workingDirectory where it starts, absolute; empty takes the sandbox's
 * @param environment variables added to the sandbox's
 * @param stdin what it reads from standard input; empty gives it an input that is at its end
 * @param maxOutputBytes how much of its output the result keeps, both streams together; empty takes
 *     the configured default. The rest is counted and dropped, and the command goes on
 */
public record ExecRequest(
    String command,
    Optional<Duration> timeout,
    Optional<String> workingDirectory,
    Map<String, String> environment,
    Optional<byte[]> stdin,
    OptionalLong maxOutputBytes) {

  /**
   * Checks every part.
   *
   * @throws InvalidValueException if a part can never work
   */
  public ExecRequest {
    Commands.requireScript(command);
    timeout.ifPresent(ExecRequest::requirePositive);
    workingDirectory.ifPresent(path -> SandboxPaths.requireAbsolute("workingDirectory", path));
    environment = Map.copyOf(environment);
    environment.forEach(Commands::requireVariable);
    if (maxOutputBytes.isPresent() && maxOutputBytes.getAsLong() < 0) {
      throw new InvalidValueException(
          "maxOutputBytes", maxOutputBytes.getAsLong(), "give 0 or more bytes");
    }
  }

  /** A command with the default of everything else. */
  public static ExecRequest of(String command) {
    return builder(command).build();
  }

  /** Starts a request for a command. */
  public static Builder builder(String command) {
    return new Builder(command);
  }

  private static void requirePositive(Duration timeout) {
    if (timeout.isZero() || timeout.isNegative()) {
      throw new InvalidValueException(
          "timeout", timeout, "give a time longer than zero, or none for the default");
    }
  }

  /** Collects the parts of a request. */
  public static final class Builder {
    private final String command;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private Optional<Duration> timeout = Optional.empty();
    private Optional<String> workingDirectory = Optional.empty();
    private Optional<byte[]> stdin = Optional.empty();
    private OptionalLong maxOutputBytes = OptionalLong.empty();

    private Builder(String command) {
      this.command = command;
    }

    /** Kills the command after this time. */
    public Builder timeout(Duration value) {
      timeout = Optional.of(value);
      return this;
    }

    /** Starts the command in this directory. */
    public Builder workingDirectory(String value) {
      workingDirectory = Optional.of(value);
      return this;
    }

    /** Adds one variable. */
    public Builder environment(String name, String value) {
      environment.put(name, value);
      return this;
    }

    /** Adds variables. */
    public Builder environment(Map<String, String> values) {
      environment.putAll(values);
      return this;
    }

    /** Feeds these bytes to standard input. */
    public Builder stdin(byte[] value) {
      stdin = Optional.of(value.clone());
      return this;
    }

    /** Feeds this text, as UTF-8, to standard input. */
    public Builder stdin(String value) {
      return stdin(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Keeps at most this much output. */
    public Builder maxOutputBytes(long value) {
      maxOutputBytes = OptionalLong.of(value);
      return this;
    }

    /** Makes the request. */
    public ExecRequest build() {
      return new ExecRequest(
          command, timeout, workingDirectory, environment, stdin, maxOutputBytes);
    }
  }
}
