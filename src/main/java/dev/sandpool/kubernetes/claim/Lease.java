package dev.sandpool.kubernetes.claim;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * When claims end.
 *
 * @param clock the cluster's time
 * @param length how long a claim lasts from its last renewal
 * @param most how long it lasts at all
 */
record Lease(InstantSource clock, Duration length, Duration most) {

  private static final int PARTS = 3;

  /** The end of a claim that is made now. */
  Instant first() {
    return seconds(now().plus(length));
  }

  /**
   * The end that a claim should have now; empty where the one that it has will do. It never comes
   * earlier than the one before.
   */
  Optional<Instant> next(Instant created, Instant end) {
    Instant wanted = seconds(earlier(now().plus(length), latest(created)));
    boolean isDue = end.isBefore(now().plus(length.minus(pace())));
    return isDue && wanted.isAfter(end) ? Optional.of(wanted) : Optional.empty();
  }

  /** The latest end of a claim, however often it is renewed. */
  Instant latest(Instant created) {
    return created.plus(most);
  }

  /** How often to look whether claims need renewal. */
  Duration pace() {
    return length.dividedBy(PARTS);
  }

  Instant now() {
    return clock.instant();
  }

  /** As the API writes it. */
  static String text(Instant time) {
    return DateTimeFormatter.ISO_INSTANT.format(time);
  }

  private static Instant seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
