package dev.sandpool;

/** The back end cannot be used at all: no cluster, no rights, or no isolation on this machine. */
public final class BackendUnavailableException extends SandboxException {

  /** Says what happened and what to do. */
  public BackendUnavailableException(String message) {
    this(message, null);
  }

  /** Says what happened, what to do, and what caused it. */
  public BackendUnavailableException(String message, Throwable cause) {
    super("backend_unavailable", message, cause);
  }
}
