package dev.sandpool.security;

import dev.sandpool.SandboxException;

/** Who calls is known or needs not be, and may not do this. */
public final class AccessRefusedException extends SandboxException {

  /** Says what may not be done, and what it would take. */
  public AccessRefusedException(String message) {
    super("forbidden", message, null);
  }
}
