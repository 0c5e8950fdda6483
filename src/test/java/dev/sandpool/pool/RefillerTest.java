package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.pool.Refiller.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
          () -> 2,
          missing::get,
          () -> {
            asked.incrementAndGet();
            return maker.get().addOne();
          },
          threads.timer(),
          InstantSource.system());

  @AfterEach
  void close() {
    refiller.close(Duration.ofSeconds(5));
    threads.close();
  }

  @Test
  void makesWhatIsMissing() {
    missing.set(7);
    maker.set(this::make);

    refiller.wake();

    await().until(() -> missing.get() == 0);
  }

  @Test
  void restsWhereThereIsNoRoomUntilItIsWoken() {
    missing.set(1);
    maker.set(() -> Outcome.NO_ROOM);

    refiller.wake();

    await().during(Duration.ofMillis(200)).until(() -> asked.get() == 1);
    maker.set(this::make);
    refiller.wake();
    await().until(() -> missing.get() == 0);
  }

  @Test
  void roomThatComesFreeMeanwhileIsNotMissed() {
    missing.set(1);
    maker.set(
        () -> {
          maker.set(this::make);
          refiller().wake();
          return Outcome.NO_ROOM;
        });

    refiller.wake();

    await().until(() -> missing.get() == 0);
  }

  private Outcome make() {
    return missing.decrementAndGet() >= 0 ? Outcome.ADDED : Outcome.NO_ROOM;
  }

  private Refiller refiller() {
    return refiller;
  }

  @Test
  void triesAgainAfterFailureByItself() {
    missing.set(1);
    maker.set(
        () -> {
          maker.set(this::make);
          throw new IllegalStateException("this test fails once on purpose");
        });

    refiller.wake();

    await().until(() -> missing.get() == 0);
  }

  /** Two are made at a time, and the second fails when the pause after the first is over. */
  @Test
  void failureThatComesAfterThePauseOfAnotherIsFollowedByAnAttemptToo() {
    CountDownLatch second = new CountDownLatch(1);
    AtomicBoolean isFirst = new AtomicBoolean(true);
    missing.set(2);
    maker.set(
        () -> {
          if (!isFirst.getAndSet(false)) {
            second.await();
            maker.set(this::make);
          }
          throw new IllegalStateException("this test fails twice on purpose");
        });

    refiller.wake();

    await().until(() -> refiller.nextAttempt().filter(Instant.now()::isAfter).isPresent());
    await().during(Duration.ofMillis(200)).until(() -> !isFirst.get());
    second.countDown();
    await().until(() -> missing.get() == 0);
  }

  @Test
  void pausesLongerAfterEachFailureUpToMinute() {
    ImpatientTimer impatient = new ImpatientTimer();
    missing.set(1);
    Refiller failing =
        new Refiller(
            "failing",
            () -> 1,
            missing::get,
            () -> {
              missing.set(asked.incrementAndGet() < 8 ? 1 : 0);
              throw new IllegalStateException("this test always fails");
            },
            impatient,
            InstantSource.system());

    failing.wake();

    await()
        .untilAsserted(
            () -> assertThat(impatient.delays).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L));
    failing.close(Duration.ofSeconds(5));
    impatient.shutdownNow();
  }

  /** Notes how long it should wait, in seconds, and does not. */
  private static final class ImpatientTimer extends ScheduledThreadPoolExecutor {
    private final List<Long> delays = new CopyOnWriteArrayList<>();

    private ImpatientTimer() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      delays.add(unit.toSeconds(delay));
      return super.schedule(task, 0, unit);
    }
  }
}
