package dev.sandpool.kubernetes.claim;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that a test moves on; it begins now. */
final class MovingClock extends Clock {

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());

  void pass(Duration time) {
    now.updateAndGet(instant -> instant.plus(time));
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  @Override
  public Instant instant() {
    return now.get();
  }
}
