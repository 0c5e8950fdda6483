package dev.sandpool;

/** The sandbox ended under its user: deleted, evicted, out of memory, or its node went away. */
public final class SandboxLostException extends SandboxException {

  /** Says what happened and what to do. */
  public SandboxLostException(String message) {
    this(message, null);
  }

  /** Says what happened, what to do, and what caused it. */
  public SandboxLostException(String message, Throwable cause) {
    super("sandbox_lost", message, cause);
  }
}
