package dev.sandpool.rest.model;

import dev.sandpool.InvalidValueException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** Lengths of time as JSON has them: seconds, which may have a fraction. */
final class Seconds {

  private static final BigDecimal LONGEST = BigDecimal.valueOf(Duration.ofDays(3650).toSeconds());

  private Seconds() {}

  /** A length of more than 0; empty for null. */
  static Optional<Duration> positive(String member, BigDecimal seconds, String cure) {
    return length(member, seconds, 1, cure);
  }

  /** A length from 0; empty for null. */
  static Optional<Duration> fromZero(String member, BigDecimal seconds, String cure) {
    return length(member, seconds, 0, cure);
  }

  private static Optional<Duration> length(
      String member, BigDecimal seconds, int leastSign, String cure) {
    if (seconds != null && seconds.signum() < leastSign) {
      throw new InvalidValueException(member, seconds, cure);
    }
    return Optional.ofNullable(seconds).map(Seconds::duration);
  }

  /** What is not 0 does not become it: that often has a meaning of its own. */
  private static Duration duration(BigDecimal seconds) {
    long nanos = seconds.min(LONGEST).movePointRight(9).longValue();
    return Duration.ofNanos(Math.max(seconds.signum(), nanos));
  }
}
