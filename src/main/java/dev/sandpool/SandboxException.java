package dev.sandpool;

/**
 * Something went wrong with a sandbox. The message says what, and what to do.
 *
 * <p>{@link #code()} is stable and is the {@code code} of REST problems.
 */
public class SandboxException extends RuntimeException {

  private final String code;

  /** An error with the code {@code sandbox_error}. */
  public SandboxException(String message, Throwable cause) {
    this("sandbox_error", message, cause);
  }

  /** An error with a code of its own, in snake case. */
  protected SandboxException(String code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** A stable identifier of the kind of error, in snake case. */
  public final String code() {
    return code;
  }
}
