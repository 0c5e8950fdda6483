package dev.sandpool.pool;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Keeps refills to a number in any minute, not only in each minute of the clock: it remembers when
 * those of the last minute began. Thread-safe.
 */
final class RefillRate {

  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final IntSupplier most;
  private final LongSupplier clock;
  private final Deque<Long> begun = new ArrayDeque<>();

  /**
   * Knows of nothing yet.
   *
   * @param most in a minute, 0 for no limit; asked each time
   * @param clock in nanoseconds
   */
  RefillRate(IntSupplier most, LongSupplier clock) {
    this.most = most;
    this.clock = clock;
  }

  /**
   * Begins one, if that is allowed now.
   *
   * @return zero if it has begun; else how long to wait before asking again
   */
  synchronized Duration begin() {
    int limit = most.getAsInt();
    long now = clock.getAsLong();
    while (!begun.isEmpty() && now - begun.peekFirst() >= MINUTE) {
      begun.removeFirst();
    }
    if (limit == 0) {
      return Duration.ZERO;
    }
    if (begun.size() < limit) {
      begun.addLast(now);
      return Duration.ZERO;
    }
    // The limit may have been lowered: so many have to be a minute old that the next one fits.
    long decisive = begun.stream().skip((long) begun.size() - limit).findFirst().orElseThrow();
    return Duration.ofNanos(decisive + MINUTE - now);
  }
}
