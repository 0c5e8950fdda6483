package dev.sandpool.security;

import java.time.Duration;

/**
 * Lets so much through in the long run, and so much at once. Time is told to it, in nanoseconds of
 * any clock that never goes back. Not for several threads.
 */
final class TokenBucket {

  private static final double NANOS = 1e9;

  private final double capacity;
  private final double perSecond;
  private double level;
  private long time;

  /** A full one. */
  TokenBucket(double capacity, double perSecond, long now) {
    this.capacity = capacity;
    this.perSecond = perSecond;
    level = capacity;
    time = now;
  }

  /** Takes one, if it is there; else says how long until it is. */
  Duration takeOne(long now) {
    Duration wait = until(1, now);
    if (wait.isZero()) {
      level -= 1;
    }
    return wait;
  }

  /** How long until anything is in it. */
  Duration untilAny(long now) {
    return until(Math.min(1, capacity), now);
  }

  /** Takes what was used already, even if it was not there: that is owed, and waited for later. */
  void charge(double used, long now) {
    fill(now);
    level -= used;
  }

  /** Whether it is as good as a new one. */
  boolean isFull(long now) {
    fill(now);
    return level >= capacity;
  }

  private Duration until(double wanted, long now) {
    fill(now);
    return level >= wanted
        ? Duration.ZERO
        : Duration.ofNanos((long) Math.ceil((wanted - level) / perSecond * NANOS));
  }

  private void fill(long now) {
    long passed = now - time;
    if (passed > 0) { // Another thread may have looked at the clock a moment earlier.
      level = Math.min(capacity, level + passed / NANOS * perSecond);
      time = now;
    }
  }
}
