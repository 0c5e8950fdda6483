package dev.sandpool;

import java.util.List;
import java.util.Optional;

/**
 * Commands that go on in the background, whatever becomes of the call or the client that started
 * them, until they end, are stopped, or their sandbox ends.
 *
 * <p>All that is known of them is in the sandbox, below {@code /tmp}; so any handle on it, in any
 * process, finds them. Code in the sandbox can change that, and so deceive its own user. Methods
 * block; they throw {@link ProcessNotFoundException} for an unknown id.
 */
public interface SandboxProcesses {

  /** The most that {@link #output} gives at a time: 1 MiB. */
  int MAX_OUTPUT_BYTES = 1024 * 1024;

  /**
   * Starts a command in a session of its own and returns when it runs.
   *
   * <p>With {@code stdin} in the request, that is all its input; without, its input stays open for
   * {@link #write} until {@link #endInput}.
   *
   * @param request without timeout and output limit: nothing ends it but {@link #stop}, and its
   *     output is kept on the sandbox's disk
   * @throws InvalidValueException if the request has one of these
   */
  ProcessInfo start(ExecRequest request);

  /** What is known of one. */
  Optional<ProcessInfo> find(String id);

  /** All that were started, ended ones too, oldest first. */
  List<ProcessInfo> list();

  /**
   * What it has printed so far, from an offset on.
   *
   * @param offset bytes to skip, from 0; more than there are gives an empty piece
   * @param limit bytes to give at most, from 1 to {@value #MAX_OUTPUT_BYTES}
   */
  ProcessOutput output(String id, long offset, int limit);

  /**
   * Writes to its standard input, and waits, up to ten seconds, while it does not read.
   *
   * @throws ExecFailedException if it has ended, its input was ended, or it does not read
   */
  void write(String id, byte[] input);

  /** Ends its standard input. */
  void endInput(String id);

  /**
   * Stops it and its children: TERM, two seconds, KILL.
   *
   * @return whether it still ran
   */
  boolean stop(String id);
}
