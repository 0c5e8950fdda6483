package dev.sandpool;

/**
 * A sandbox could not be made: its image, its settings, or no room for it. Nothing is left behind.
 */
public final class SandboxStartException extends SandboxException {

  /** Says what happened and what to do. */
  public SandboxStartException(String message) {
    this(message, null);
  }

  /** Says what happened, what to do, and what caused it. */
  public SandboxStartException(String message, Throwable cause) {
    super("sandbox_start_failed", message, cause);
  }
}
