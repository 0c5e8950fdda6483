package dev.sandpool;

/** No sandbox came free in time. The message has the counts. */
public final class PoolExhaustedException extends SandboxException {

  /** Says how full the pool is. */
  public PoolExhaustedException(String message) {
    super("pool_exhausted", message, null);
  }
}
