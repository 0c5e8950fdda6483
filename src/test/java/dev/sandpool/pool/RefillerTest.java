package dev.sandpool.pool;

import static org.awaitility.Awaitility.await;

import dev.sandpool.backend.exec.ExecThreads;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RefillerTest {

  private final ExecThreads threads = ExecThreads.create();
  private final AtomicInteger missing = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicReference<Refiller.Maker> maker = new AtomicReference<>();
  private final Refiller refiller =
      new Refiller(
          "test",
          2,
          missing::get,
          () -> {
            asked.incrementAndGet();
            return maker.get().addOne();
          },
          threads.timer());

  @AfterEach
  void close() {
    refiller.close();
    threads.close();
  }

  @Test
  void makesWhatIsMissing() {
    missing.set(7);
    maker.set(() -> missing.decrementAndGet() >= 0);

    refiller.wake();

    await().until(() -> missing.get() == 0);
  }

  @Test
  void restsWhereThereIsNoRoomUntilItIsWoken() {
    missing.set(1);
    maker.set(() -> false);

    refiller.wake();

    await().during(Duration.ofMillis(200)).until(() -> asked.get() == 1);
    maker.set(() -> missing.decrementAndGet() >= 0);
    refiller.wake();
    await().until(() -> missing.get() == 0);
  }

  @Test
  void triesAgainAfterFailureByItself() {
    missing.set(1);
    maker.set(
        () -> {
          maker.set(() -> missing.decrementAndGet() >= 0);
          throw new IllegalStateException("this test fails once on purpose");
        });

    refiller.wake();

    await().until(() -> missing.get() == 0);
  }

  @Test
  void pausesLongerAfterEachFailure() {
    missing.set(1);
    maker.set(
        () -> {
          throw new IllegalStateException("this test always fails");
        });

    refiller.wake();

    await().until(() -> asked.get() == 2);
    await().during(Duration.ofMillis(1500)).until(() -> asked.get() == 2);
  }
}
