package dev.sandpool;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a command ended and what it printed.
 *
 * @param stdoutBytes what it wrote to standard output, within the limit; not to be changed
 * @param stderrBytes what it wrote to standard error, within the limit; not to be changed
 * @param output both streams as text, in the order in which they arrived. Two streams have no
 *     common clock, so writes close together may be swapped
 * @param exitCode its exit status; 128 plus the signal's number when a signal ended it. Empty when
 *     it did not end by itself ({@code timedOut}) or the cluster did not say; never 0 by default
 * @param timedOut whether its time ran out and its processes were killed
 * @param oomKilled whether the kernel killed a process of the sandbox for want of memory while the
 *     command ran, and the command failed; mostly its own, but one that runs beside it can be to
 *     blame. False where the sandbox cannot know: in mode {@code local}, and where the image or
 *     runtime hides {@code /sys/fs/cgroup}. A kernel that kills the whole sandbox ends it instead,
 *     with {@link SandboxLostException}
 * @param droppedBytes how much output the limit kept out
 * @param duration from the request to the end
 */
public record ExecResult(
    byte[] stdoutBytes,
    byte[] stderrBytes,
    String output,
    OptionalInt exitCode,
    boolean timedOut,
    boolean oomKilled,
    long droppedBytes,
    Duration duration) {

  /** Checks that nothing is missing. */
  public ExecResult {
    Objects.requireNonNull(stdoutBytes, "stdoutBytes");
    Objects.requireNonNull(stderrBytes, "stderrBytes");
    Objects.requireNonNull(output, "output");
    Objects.requireNonNull(exitCode, "exitCode");
    Objects.requireNonNull(duration, "duration");
  }

  /** Standard output as UTF-8; bytes that are not UTF-8 become U+FFFD. */
  public String stdout() {
    return new String(stdoutBytes, StandardCharsets.UTF_8);
  }

  /** Standard error as UTF-8; bytes that are not UTF-8 become U+FFFD. */
  public String stderr() {
    return new String(stderrBytes, StandardCharsets.UTF_8);
  }

  /** Whether the limit kept some output out. */
  public boolean truncated() {
    return droppedBytes > 0;
  }

  /** Whether it ended by itself with exit code 0. */
  public boolean succeeded() {
    return exitCode.equals(OptionalInt.of(0));
  }

  /**
   * The signal that ended the command, such as {@code KILL}, read from an exit code over 128 as
   * shells report it; empty otherwise.
   */
  public Optional<String> signal() {
    return exitCode.isPresent() ? Signals.ofExitCode(exitCode.getAsInt()) : Optional.empty();
  }
}
