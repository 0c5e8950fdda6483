package dev.sandpool;

/** A command could not be run, or its connection broke and nobody knows how it ended. */
public final class ExecFailedException extends SandboxException {

  /** Says what happened and what to do. */
  public ExecFailedException(String message) {
    this(message, null);
  }

  /** Says what happened, what to do, and what caused it. */
  public ExecFailedException(String message, Throwable cause) {
    super("exec_failed", message, cause);
  }
}
