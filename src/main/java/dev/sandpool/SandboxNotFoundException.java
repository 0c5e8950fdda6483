package dev.sandpool;

/** There is no sandbox of that id: it never was, was deleted, or expired. */
public final class SandboxNotFoundException extends SandboxException {

  /** There is none of an id. */
  public static SandboxNotFoundException of(String id) {
    return new SandboxNotFoundException(
        "There is no sandbox '" + id + "'; it was deleted, it expired, or it never was");
  }

  /** Says what happened and what to do. */
  public SandboxNotFoundException(String message) {
    this(message, null);
  }

  /** Says what happened, what to do, and what caused it. */
  public SandboxNotFoundException(String message, Throwable cause) {
    super("sandbox_not_found", message, cause);
  }
}
