package dev.sandpool.mcp.http;

import dev.sandpool.security.Access;
import java.util.function.Supplier;

/**
 * What the request may do that the calling thread serves. A session outlives its requests, and so
 * does its sandbox; but whoever calls is asked for at each of them.
 */
final class CurrentAccess implements Supplier<Access> {

  private static final ThreadLocal<Access> CURRENT = new ThreadLocal<>();

  /** Serves a request on this thread. */
  void with(Access access, Runnable work) {
    CURRENT.set(access);
    try {
      work.run();
    } finally {
      CURRENT.remove();
    }
  }

  @Override
  public Access get() {
    Access access = CURRENT.get();
    if (access == null) {
      throw new IllegalStateException("no request is served on this thread");
    }
    return access;
  }
}
