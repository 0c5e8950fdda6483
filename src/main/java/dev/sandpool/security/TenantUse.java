package dev.sandpool.security;

import java.time.Duration;

/** What one tenant uses now. Not for several threads. */
final class TenantUse {

  private static final double MINUTE = 60;

  private final LimitSettings limits;
  private final TokenBucket requests;
  private final TokenBucket bytes;
  private int execs;

  TenantUse(LimitSettings limits, long now) {
    this.limits = limits;
    requests = new TokenBucket(limits.requestBurst(), limits.requestsPerSecond(), now);
    double most = (double) limits.transferPerMinute();
    bytes = new TokenBucket(most, most / MINUTE, now);
  }

  void request(long now) {
    if (limits.requestsPerSecond() > 0) {
      refuseUnless(
          requests.takeOne(now),
          "sandpool.tenant.requests-per-second",
          limits.requestsPerSecond() + " requests a second");
    }
  }

  void requireTransfer(long now) {
    if (limits.transferPerMinute() > 0) {
      refuseUnless(
          bytes.untilAny(now),
          "sandpool.tenant.transfer-per-minute",
          limits.transferPerMinute() + " bytes a minute");
    }
  }

  void transferred(long count, long now) {
    if (limits.transferPerMinute() > 0) {
      bytes.charge((double) count, now);
    }
  }

  void beginExec() {
    if (limits.maxExecs() > 0 && execs >= limits.maxExecs()) {
      throw new LimitReachedException(
          "sandpool.tenant.max-execs",
          limits.maxExecs() + " commands at the same time",
          Duration.ofSeconds(1));
    }
    execs++;
  }

  void endExec() {
    execs--;
  }

  /** Whether nothing is lost with this: a new one would be the same. */
  boolean isIdle(long now) {
    return execs == 0 && requests.isFull(now) && bytes.isFull(now);
  }

  private static void refuseUnless(Duration wait, String key, String most) {
    if (!wait.isZero()) {
      throw new LimitReachedException(key, most, wait);
    }
  }
}
