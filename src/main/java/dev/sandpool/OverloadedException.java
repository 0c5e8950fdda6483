package dev.sandpool;

/** More calls at the same time than may be. Nothing was done; it may be tried again. */
public final class OverloadedException extends SandboxException {

  /** Says what happened, what to do, and what caused it. */
  public OverloadedException(String message, Throwable cause) {
    super("overloaded", message, cause);
  }
}
