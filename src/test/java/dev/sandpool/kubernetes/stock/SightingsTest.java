package dev.sandpool.kubernetes.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who lives, by one process's own clock. */
class SightingsTest {

  private static final Duration LEASE = Duration.ofSeconds(15);

  private long now = Long.MAX_VALUE - Duration.ofSeconds(20).toNanos();
  private int renewals;
  private final Sightings sightings = new Sightings("me", LEASE, () -> now);

  @Test
  void oneThatRenewsLives() {
    for (int second = 0; second < 60; second += 5) {
      sightings.saw("other", "at " + second, LEASE);
      pass(5);
      assertThat(sightings.living()).containsExactly("me", "other");
      assertThat(sightings.isGone("other")).isFalse();
    }
  }

  @Test
  void oneThatDoesNotIsGoneAfterItsLeaseAndNotBefore() {
    sightings.saw("other", "once", LEASE);
    pass(15);
    assertThat(sightings.living()).contains("other");
    pass(1);
    assertThat(sightings.living()).containsExactly("me");
    assertThat(sightings.isGone("other")).isTrue();
  }

  @Test
  void sameRenewalSeenAgainIsNone() {
    sightings.saw("other", "once", LEASE);
    pass(10);
    sightings.saw("other", "once", LEASE);
    pass(6);

    assertThat(sightings.isGone("other")).isTrue();
  }

  @Test
  void oneOfALongerLeaseIsWaitedForLonger() {
    sightings.saw("other", "once", Duration.ofSeconds(60));
    pass(50);

    assertThat(sightings.isGone("other")).isFalse();
  }

  @Test
  void oneThatComesBackLives() {
    sightings.saw("other", "once", LEASE);
    pass(16);
    sightings.saw("other", "again", LEASE);

    assertThat(sightings.isGone("other")).isFalse();
    assertThat(sightings.living()).contains("other");
  }

  @Test
  void oneThatLeftHasNoShareButItsSandboxesAreNotAnybodysAtOnce() {
    sightings.saw("other", "once", LEASE);
    sightings.left("other");

    assertThat(sightings.living()).containsExactly("me");
    assertThat(sightings.isGone("other")).isFalse();
    pass(16);
    assertThat(sightings.isGone("other")).isTrue();
  }

  @Test
  void oneWhoseSandboxesAreSeenBeforeItsLeaseIsNotGone() {
    assertThat(sightings.isGone("new")).isFalse();
    pass(10);
    sightings.saw("new", "first", LEASE);
    pass(10);

    assertThat(sightings.isGone("new")).isFalse();
  }

  @Test
  void thisOneIsNeverGone() {
    now += Duration.ofHours(1).toNanos();

    assertThat(sightings.isGone("me")).isFalse();
    assertThat(sightings.living()).containsExactly("me");
  }

  @Test
  void nobodyIsGoneWhileNothingIsSeen() {
    sightings.saw("other", "once", LEASE);
    sightings.isGone("unknown");
    now += Duration.ofHours(1).toNanos();

    assertThat(sightings.isGone("other")).isFalse();
    assertThat(sightings.isGone("unknown")).isFalse();
    assertThat(sightings.living()).contains("other");
  }

  @Test
  void whenSomethingIsSeenAgainEverybodyHasAnotherLease() {
    sightings.saw("other", "once", LEASE);
    sightings.isGone("unknown");
    now += Duration.ofHours(1).toNanos();
    renew();

    assertThat(sightings.isGone("other")).isFalse();
    assertThat(sightings.isGone("unknown")).isFalse();
    pass(16);
    assertThat(sightings.isGone("other")).isTrue();
    assertThat(sightings.isGone("unknown")).isTrue();
  }

  /** Lets seconds pass in which this replica sees its own renewals. */
  private void pass(int seconds) {
    for (int second = 0; second < seconds; second++) {
      now += Duration.ofSeconds(1).toNanos();
      renew();
    }
  }

  private void renew() {
    sightings.saw("me", "renewal " + renewals++, LEASE);
  }
}
