package dev.sandpool.pool;

import dev.sandpool.SandboxEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * How many sandboxes should be warm, from what was borrowed of late.
 *
 * <p>Warm sandboxes have to last until what is borrowed has been made anew. So the arithmetic is:
 * the least number, and on top of it as many as were borrowed during the time that a refill takes;
 * never more than the most number.
 *
 * <ul>
 *   <li>The <em>time that a refill takes</em> is measured: the mean of what was made, with a weight
 *       of a fifth for the newest; 1 s while nothing was.
 *   <li><em>Borrowed during that time</em> is the number of loans in the window that ends now.
 *   <li>Bursts come again, so a high number is kept as the peak and fades: it is half as high after
 *       five minutes without as many loans, a quarter after ten. What counts is the higher one of
 *       the number now and the faded peak.
 * </ul>
 *
 * <p>So a burst of 20 loans within a refill raises the number by 20 at once, a steady loan a second
 * with refills of 3 s raises it by 3, and with no loans it falls to the least. Thread-safe.
 */
final class Demand implements Consumer<SandboxEvent> {

  private static final double HALF_LIFE = (double) Duration.ofMinutes(5).toNanos();
  private static final double WEIGHT_OF_NEWEST = 0.2;

  /** More than any pool is large; bounds the memory. */
  private static final int MOST_LOANS = 10_000;

  /** Faded to less than this, a peak is over. */
  private static final double NOTHING = 0.5;

  private final LongSupplier clock;
  private final double longestRefill;
  private final Deque<Long> loans = new ArrayDeque<>();
  private double refill = (double) Duration.ofSeconds(1).toNanos();
  private boolean measured;
  private double peak;
  private long peakAt;

  /**
   * Knows of nothing yet.
   *
   * @param clock in nanoseconds
   * @param longestRefill what took longer counts as this: the cluster had no room
   */
  Demand(LongSupplier clock, Duration longestRefill) {
    this.clock = clock;
    this.longestRefill = (double) longestRefill.toNanos();
    peakAt = clock.getAsLong();
  }

  @Override
  public void accept(SandboxEvent event) {
    if (event instanceof SandboxEvent.Borrowed) {
      borrowed();
    } else if (event instanceof SandboxEvent.Created created) {
      took(created.took());
    }
  }

  /** How many should be warm now: between the least and the most. */
  synchronized int wanted(PoolSizes sizes) {
    int room = sizes.ceiling() - sizes.minIdle();
    if (room == 0) {
      return sizes.minIdle();
    }
    long now = clock.getAsLong();
    forget(now);
    raise(now);
    double faded = faded(now);
    int spare = faded < NOTHING ? 0 : (int) Math.ceil(faded - NOTHING);
    return sizes.minIdle() + Math.min(room, spare);
  }

  private synchronized void borrowed() {
    long now = clock.getAsLong();
    loans.addLast(now);
    forget(now);
    raise(now);
  }

  private synchronized void took(Duration time) {
    double nanos = Math.min((double) time.toNanos(), longestRefill);
    refill = measured ? refill + WEIGHT_OF_NEWEST * (nanos - refill) : nanos;
    measured = true;
  }

  /** Loans before the window that ends now. */
  private void forget(long now) {
    while (!loans.isEmpty() && (now - loans.peekFirst() > refill || loans.size() > MOST_LOANS)) {
      loans.removeFirst();
    }
  }

  private void raise(long now) {
    // A power for each loan would be most of what this costs.
    if (loans.size() >= peak || loans.size() >= faded(now)) {
      peak = loans.size();
      peakAt = now;
    }
  }

  private double faded(long now) {
    return peak * Math.pow(0.5, (now - peakAt) / HALF_LIFE);
  }
}
