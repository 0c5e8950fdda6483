package dev.sandpool;

/** The back end that a sandbox lives on cannot do what was asked. */
public final class NotSupportedException extends SandboxException {

  /** An error with the code {@code not_supported}. */
  public NotSupportedException(String message) {
    super("not_supported", message, null);
  }
}
