package dev.sandpool.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LateArrivalTest {

  @Test
  void triesUntilItIsThereAlsoWhenInterrupted() {
    AtomicInteger tries = new AtomicInteger();
    Thread.currentThread().interrupt();

    LateArrival.undo(() -> tries.incrementAndGet() == 3);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(tries).hasValue(3);
  }

  @Test
  void givesUpInTheEnd() {
    AtomicInteger tries = new AtomicInteger();

    LateArrival.undo(() -> tries.incrementAndGet() < 0);

    assertThat(tries.get()).isBetween(2, 21);
  }
}
