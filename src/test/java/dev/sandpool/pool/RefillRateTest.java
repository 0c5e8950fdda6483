package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefillRateTest {

  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger most = new AtomicInteger();
  private final RefillRate rate = new RefillRate(most::get, clock::get);

  @Test
  void withoutALimitAllBeginAtOnce() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(rate.begin()).isZero();
    }
  }

  @Test
  void saysWhenTheNextMayBegin() {
    most.set(2);
    assertThat(rate.begin()).isZero();
    clock.addAndGet(Duration.ofSeconds(10).toNanos());
    assertThat(rate.begin()).isZero();

    assertThat(rate.begin()).isEqualTo(Duration.ofSeconds(50));
    clock.addAndGet(Duration.ofSeconds(50).toNanos());
    assertThat(rate.begin()).isZero();
    assertThat(rate.begin()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void limitThatIsLoweredCountsWhatHasBegun() {
    most.set(3);
    for (int i = 0; i < 3; i++) {
      assertThat(rate.begin()).isZero();
      clock.addAndGet(Duration.ofSeconds(1).toNanos());
    }
    most.set(1);

    assertThat(rate.begin()).isEqualTo(Duration.ofSeconds(59));
    clock.addAndGet(Duration.ofSeconds(59).toNanos());
    assertThat(rate.begin()).isZero();
  }

  /** In no window of a minute are there more, and who waits as told is never refused. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void holdsInAnyWindow(long seed) {
    Random random = new Random(seed);
    most.set(1 + random.nextInt(5));
    List<Long> begun = new ArrayList<>();
    for (int step = 0; step < 2_000; step++) {
      Duration pause = rate.begin();
      if (pause.isZero()) {
        begun.add(clock.get());
        clock.addAndGet(random.nextInt(1_000) * 10_000_000L);
      } else {
        clock.addAndGet(pause.toNanos());
        assertThat(rate.begin()).isZero();
        begun.add(clock.get());
      }
    }
    for (int i = most.get(); i < begun.size(); i++) {
      assertThat(begun.get(i) - begun.get(i - most.get())).isGreaterThanOrEqualTo(MINUTE);
    }
  }
}
