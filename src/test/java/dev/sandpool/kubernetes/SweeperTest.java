package dev.sandpool.kubernetes;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.backend.exec.ExecThreads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SweeperTest {

  private final ExecThreads threads = ExecThreads.create();
  private final AtomicInteger sweeps = new AtomicInteger();

  @AfterEach
  void stop() {
    threads.close();
  }

  @Test
  void sweepsAtOnceAndOffTheTimersThread() {
    CountDownLatch never = new CountDownLatch(1);
    new Sweeper(() -> hang(never), Duration.ofHours(1), threads);

    await().until(() -> sweeps.get() == 1);
    CountDownLatch free = new CountDownLatch(1);
    threads.timer().execute(free::countDown);
    await().until(() -> free.getCount() == 0);
  }

  @Test
  void sweepsAgainAndAgainUntilClosed() {
    Sweeper sweeper = new Sweeper(sweeps::incrementAndGet, Duration.ofMillis(1), threads);
    await().until(() -> sweeps.get() > 3);

    sweeper.close();

    await().during(Duration.ofMillis(50)).until(sweeps::get, count -> count == sweeps.get());
  }

  @Test
  void neverSweepsTwiceAtATime() {
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger ticks = new AtomicInteger();
    new Sweeper(() -> hang(go), Duration.ofMillis(1), threads);
    threads.timer().scheduleWithFixedDelay(ticks::incrementAndGet, 0, 1, MILLISECONDS);

    await().until(() -> sweeps.get() == 1 && ticks.get() > 20);
    assertThat(sweeps.get()).isEqualTo(1);

    go.countDown();
    await().until(() -> sweeps.get() > 3);
  }

  private void hang(CountDownLatch until) {
    sweeps.incrementAndGet();
    try {
      until.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
