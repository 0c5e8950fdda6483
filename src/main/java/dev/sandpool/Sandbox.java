package dev.sandpool;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * An isolated Linux environment that runs commands and holds files.
 *
 * <p>A sandbox belongs to one user of it: it came fresh from a pool and is destroyed after use,
 * never handed on. This object is a handle; after {@link #close()} every method but {@link #id()}
 * throws {@link IllegalStateException}. All methods may be called from any thread, and commands in
 * one sandbox may run side by side. The methods without {@code Async} in their name block the
 * caller.
 */
public interface Sandbox extends AutoCloseable {

  /** The identifier that finds this sandbox again: lower-case letters, digits and dashes. */
  String id();

  /** What is known of this sandbox now. Does not block. */
  SandboxInfo info();

  /**
   * Runs a shell command with the default timeout and output limit, and waits for its end.
   *
   * @param command a script for the sandbox's {@code /bin/sh}, of any length
   * @return the result; a command that fails or times out is a result too, not an exception
   * @throws InvalidValueException if the command is empty or has a NUL character
   * @throws SandboxLostException if the sandbox ends while the command runs
   * @throws SandboxException if the command could not be run
   */
  default ExecResult execute(String command) {
    return execute(ExecRequest.of(command));
  }

  /**
   * Runs a command and waits for its end.
   *
   * @see #execute(String)
   */
  default ExecResult execute(ExecRequest request) {
    return execute(request, OutputListener.NONE);
  }

  /**
   * Runs a command, hands its output to a listener as it arrives, and waits for its end.
   *
   * <p>The listener is called by the transport's thread, one chunk at a time; while it is busy the
   * command is held back, so nothing piles up in memory. It sees all output, also what the
   * request's limit keeps out of the result.
   *
   * @see #execute(String)
   */
  ExecResult execute(ExecRequest request, OutputListener listener);

  /**
   * Starts a command with the defaults of {@link #execute(String)} and returns at once.
   *
   * @see #executeAsync(ExecRequest, OutputListener)
   */
  default CompletionStage<ExecResult> executeAsync(String command) {
    return executeAsync(ExecRequest.of(command));
  }

  /**
   * Starts a command and returns at once.
   *
   * @see #executeAsync(ExecRequest, OutputListener)
   */
  default CompletionStage<ExecResult> executeAsync(ExecRequest request) {
    return executeAsync(request, OutputListener.NONE);
  }

  /**
   * Starts a command and returns at once.
   *
   * <p>The stage ends with what {@link #execute(ExecRequest, OutputListener)} would return or
   * throw, on a thread that may block: what follows on it may use this sandbox, and close it.
   * Cancelling its {@link CompletionStage#toCompletableFuture() future} kills the command.
   */
  CompletionStage<ExecResult> executeAsync(ExecRequest request, OutputListener listener);

  /**
   * Starts a program that has a terminal, and returns when it runs. Blocks for as long as opening a
   * connection takes.
   *
   * @param listener hears what it shows, possibly before this returns
   * @throws InvalidValueException if the sandbox has no such working directory
   * @throws NotSupportedException if no terminal can be had there; says what to change
   * @throws SandboxLostException if the sandbox has ended
   * @throws SandboxException if it could not be started
   */
  Terminal openTerminal(TerminalRequest request, TerminalListener listener);

  /** The files of this sandbox. */
  SandboxFiles files();

  /** The background processes of this sandbox. */
  SandboxProcesses processes();

  /**
   * Gives it more time: its time to live begins again, now.
   *
   * @param ttl how long from now; empty for as long as it had, zero for no such end
   * @return what is known of it then, with its new end
   * @throws InvalidValueException if it is longer than the settings allow
   * @throws SandboxLostException if it ended or expired before
   */
  SandboxInfo renew(Optional<Duration> ttl);

  /**
   * Stops all that runs in it and gives back what it takes, until it is {@linkplain #resume
   * resumed}. What stays of its files is what its template keeps on volumes of its own. Does
   * nothing to one that is suspended already.
   *
   * @throws NotSupportedException if its back end can't; mode {@code agent-sandbox} can
   * @throws SandboxException if it is not suspended within its start-up timeout
   */
  void suspend();

  /**
   * Starts a suspended sandbox again. Does nothing to one that runs.
   *
   * @throws NotSupportedException if its back end can't
   * @throws SandboxStartException if it is not ready within its start-up timeout; it then stays as
   *     it is, and this may be tried again
   */
  void resume();

  /**
   * Gives the sandbox up. One that was created or injected is destroyed with all that runs in it;
   * one that was {@linkplain Sandboxes#find found} by id lives on and only this handle ends. A
   * second call does nothing.
   */
  @Override
  void close();
}
