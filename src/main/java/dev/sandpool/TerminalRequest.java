package dev.sandpool;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What to run in a terminal. Immutable; make one with {@link #shell} or {@link #builder}.
 *
 * @param command a script for {@code /bin/sh}, of any length; empty takes the user's login shell:
 *     {@code $SHELL}, else bash, else sh
 * @param size of the terminal at first
 * @param workingDirectory where it starts, absolute; empty takes the sandbox's
 * @param environment variables added to the sandbox's; {@code TERM} is {@code xterm-256color}
 *     unless given here
 */
public record TerminalRequest(
    Optional<String> command,
    TerminalSize size,
    Optional<String> workingDirectory,
    Map<String, String> environment) {

  /**
   * Checks every part.
   *
   * @throws InvalidValueException if a part can never work
   */
  public TerminalRequest {
    command.ifPresent(Commands::requireScript);
    Objects.requireNonNull(size, "size");
    workingDirectory.ifPresent(path -> SandboxPaths.requireAbsolute("workingDirectory", path));
    environment = Map.copyOf(environment);
    environment.forEach(Commands::requireVariable);
  }

  /** A login shell of 80 columns and 24 rows. */
  public static TerminalRequest shell() {
    return builder().build();
  }

  /** Starts a request. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the parts of a request. */
  public static final class Builder {
    private final Map<String, String> environment = new LinkedHashMap<>();
    private Optional<String> command = Optional.empty();
    private TerminalSize size = TerminalSize.DEFAULT;
    private Optional<String> workingDirectory = Optional.empty();

    private Builder() {}

    /** Runs this instead of a login shell. */
    public Builder command(String value) {
      command = Optional.of(value);
      return this;
    }

    /** Begins with this size. */
    public Builder size(int columns, int rows) {
      size = new TerminalSize(columns, rows);
      return this;
    }

    /** Starts in this directory. */
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

    /** Makes the request. */
    public TerminalRequest build() {
      return new TerminalRequest(command, size, workingDirectory, environment);
    }
  }
}
