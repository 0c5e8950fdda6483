package dev.sandpool.backend.exec;

import java.time.Duration;

/**
 * How long the steps around a command may take.
 *
 * @param opening from asking for a channel to the shell's hello
 * @param killGrace from TERM to KILL when a command is stopped
 */
public record ExecTimings(Duration opening, Duration killGrace) {

  /** 30 seconds to open; 2 seconds of grace. */
  public static final ExecTimings DEFAULT =
      new ExecTimings(Duration.ofSeconds(30), Duration.ofSeconds(2));
}
