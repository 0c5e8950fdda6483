package dev.sandpool;

/** Where a sandbox is in its life. */
public enum SandboxStatus {
  /** Being made; not usable yet. */
  PENDING,
  /** Ready and waiting in a pool; nobody has it. */
  WARM,
  /** In somebody's hands. */
  RUNNING,
  /** In somebody's hands, and stopped until it is resumed. */
  SUSPENDED,
  /** Ended, by itself or from outside; only its deletion remains. */
  TERMINATED
}
