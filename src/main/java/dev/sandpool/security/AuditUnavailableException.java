package dev.sandpool.security;

import dev.sandpool.SandboxException;

/** What is done could not be written down, so nothing is done. */
public final class AuditUnavailableException extends SandboxException {

  AuditUnavailableException() {
    super(
        "audit_unavailable",
        "The audit log cannot be written, so requests are refused until it can; see the service's"
            + " log",
        null);
  }
}
