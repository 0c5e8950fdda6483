package dev.sandpool.security;

import dev.sandpool.SandboxException;

/** Nobody knows who calls. */
public final class NotAuthenticatedException extends SandboxException {

  /** Says what was wrong with the credentials, and what to send. */
  public NotAuthenticatedException(String message) {
    super("not_authenticated", message, null);
  }
}
