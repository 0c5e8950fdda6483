package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Source;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemandTest {

  private final AtomicLong clock = new AtomicLong();
  private final Demand demand = new Demand(clock::get, Duration.ofMinutes(2));

  @Test
  void keepsTheLeastWhileNobodyBorrows() {
    assertThat(demand.wanted(sizes(2, 10))).isEqualTo(2);
  }

  @Test
  void burstOfLoansIsExpectedAgain() {
    refillTakes(Duration.ofSeconds(2));
    borrow(7);

    assertThat(demand.wanted(sizes(2, 20))).isEqualTo(9);
    assertThat(demand.wanted(sizes(2, 5))).isEqualTo(5);
  }

  @Test
  void steadyLoansRaiseItByThoseOfOneRefill() {
    refillTakes(Duration.ofSeconds(3));
    for (int i = 0; i < 60; i++) {
      clock.addAndGet(Duration.ofSeconds(1).toNanos());
      borrow(1);
    }

    // Three seconds that end at a loan have the loans at both ends.
    assertThat(demand.wanted(sizes(1, 20))).isEqualTo(1 + 4);
  }

  @Test
  void peakFadesByHalfInFiveMinutes() {
    refillTakes(Duration.ofSeconds(2));
    borrow(8);

    clock.addAndGet(Duration.ofMinutes(5).toNanos());
    assertThat(demand.wanted(sizes(1, 20))).isEqualTo(1 + 4);
    clock.addAndGet(Duration.ofMinutes(5).toNanos());
    assertThat(demand.wanted(sizes(1, 20))).isEqualTo(1 + 2);
    clock.addAndGet(Duration.ofMinutes(30).toNanos());
    assertThat(demand.wanted(sizes(1, 20))).isEqualTo(1);
  }

  @Test
  void timeOfRefillsIsAMeanAndBounded() {
    refillTakes(Duration.ofDays(1));
    borrow(1);
    clock.addAndGet(Duration.ofSeconds(119).toNanos());
    borrow(1);
    assertThat(demand.wanted(sizes(0, 20))).isEqualTo(2);

    for (int i = 0; i < 50; i++) {
      refillTakes(Duration.ofMillis(100));
    }
    clock.addAndGet(Duration.ofHours(2).toNanos());
    borrow(1);
    clock.addAndGet(Duration.ofSeconds(1).toNanos());
    borrow(1);
    assertThat(demand.wanted(sizes(0, 20))).isEqualTo(1);
  }

  /** Whatever happens: never out of bounds, never less for a loan, never more without one. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void holdsItsBounds(long seed) {
    Random random = new Random(seed);
    PoolSizes sizes = sizes(random.nextInt(4), 4 + random.nextInt(12));
    int before = demand.wanted(sizes);
    for (int step = 0; step < 3_000; step++) {
      switch (random.nextInt(4)) {
        case 0 -> {
          borrow(1 + random.nextInt(3));
          assertThat(demand.wanted(sizes)).isGreaterThanOrEqualTo(before);
        }
        case 1 -> refillTakes(Duration.ofMillis(random.nextInt(10_000)));
        default -> {
          clock.addAndGet(Duration.ofMillis(random.nextInt(60_000)).toNanos());
          assertThat(demand.wanted(sizes)).isLessThanOrEqualTo(before);
        }
      }
      before = demand.wanted(sizes);
      assertThat(before).isBetween(sizes.minIdle(), sizes.ceiling());
    }
    clock.addAndGet(Duration.ofHours(3).toNanos());
    assertThat(demand.wanted(sizes)).isEqualTo(sizes.minIdle());
  }

  private void borrow(int loans) {
    for (int i = 0; i < loans; i++) {
      demand.accept(new SandboxEvent.Borrowed("p", "sp-1", Source.WARM, Duration.ZERO));
    }
  }

  private void refillTakes(Duration time) {
    demand.accept(new SandboxEvent.Created("p", "sp-1", time));
  }

  private static PoolSizes sizes(int minIdle, int maxIdle) {
    return new PoolSizes(minIdle, OptionalInt.of(maxIdle), 100, 0, 1, 0);
  }
}
