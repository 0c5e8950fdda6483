package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When claims end. */
class LeaseTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00.75Z");

  private final Lease lease =
      new Lease(Clock.fixed(NOON, ZoneOffset.UTC), Duration.ofMinutes(10), Duration.ofHours(1));

  @Test
  void firstEndIsInWholeSeconds() {
    assertThat(Lease.text(lease.first())).isEqualTo("2026-01-01T12:10:00Z");
  }

  @Test
  void freshOneIsLeftAlone() {
    assertThat(next("12:00:00", "12:09:00")).isEmpty();
  }

  @Test
  void olderOneIsRenewed() {
    assertThat(next("12:00:00", "12:05:00")).hasValue(Instant.parse("2026-01-01T12:10:00Z"));
  }

  @Test
  void endThatPassedIsRenewedTooAsTheControllerMayBeSlow() {
    assertThat(next("11:30:00", "11:59:59")).hasValue(Instant.parse("2026-01-01T12:10:00Z"));
  }

  @Test
  void itIsNeverShortened() {
    assertThat(next("12:00:00", "18:00:00")).isEmpty();
    assertThat(next("11:02:00", "12:03:00")).isEmpty();
  }

  @Test
  void itNeverPassesTheLongestLife() {
    assertThat(next("11:02:00", "12:01:00")).hasValue(Instant.parse("2026-01-01T12:02:00Z"));
    assertThat(next("11:02:00", "12:02:00")).isEmpty();
  }

  private Optional<Instant> next(String created, String end) {
    return lease.next(time(created), time(end));
  }

  private static Instant time(String text) {
    return Instant.parse("2026-01-01T" + text + "Z");
  }
}
