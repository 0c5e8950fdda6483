package dev.sandpool.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.session.SessionSettings.Runner;
import dev.sandpool.session.TenureRules.Limit;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who reaps, and when. Whether this replica leads is asked each time that it is to happen. */
class HousekeepingTest {

  private static final Limit NONE = new Limit("ttl", Optional.empty(), Optional.empty());
  private static final TenureRules RULES = new TenureRules(NONE, NONE);
  private static final Duration INTERVAL = Duration.ofSeconds(30);

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger looks = new AtomicInteger();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService background = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    timer.shutdownNow();
    background.shutdownNow();
  }

  @Test
  void theContainersTimerIsAskedForEachIntervalOnce() {
    Housekeeping housekeeping = housekeeping(Runner.TIMER, this::look);

    housekeeping.reapIfDue(Runner.TIMER);
    assertThat(looks).hasValue(0);
    for (int i = 1; i <= 3; i++) {
      nanos.addAndGet(INTERVAL.toNanos());
      housekeeping.reapIfDue(Runner.TIMER);
      housekeeping.reapIfDue(Runner.TIMER);
      assertThat(looks).hasValue(i);
    }
  }

  /** The service's timer ticks whatever the settings say. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TIMER")
  void theContainersTimerDoesNothingWhereSomebodyElseIsToDoIt(Runner runner) {
    Housekeeping housekeeping = housekeeping(runner, this::look);
    nanos.addAndGet(INTERVAL.toNanos());

    housekeeping.reapIfDue(Runner.TIMER);

    assertThat(looks).hasValue(0);
  }

  @Test
  void aTickDoesNotWaitForTheOneBefore() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Housekeeping housekeeping = housekeeping(Runner.TIMER, () -> look() || waited(end));
    nanos.addAndGet(INTERVAL.toNanos());

    background.execute(() -> housekeeping.reapIfDue(Runner.TIMER));
    await().until(() -> looks.get() == 1);
    nanos.addAndGet(INTERVAL.toNanos());
    background.submit(() -> housekeeping.reapIfDue(Runner.TIMER)).get(5, TimeUnit.SECONDS);

    assertThat(looks).hasValue(1);
    end.countDown();
    await()
        .untilAsserted(
            () -> {
              housekeeping.reapIfDue(Runner.TIMER);
              assertThat(looks).hasValue(2);
            });
  }

  @Test
  void aThreadOfItsOwnDoesItUnlessTheSettingsSayOtherwise() {
    try (Housekeeping internal = housekeeping(Runner.INTERNAL, this::look)) {
      nanos.addAndGet(INTERVAL.toNanos());
      internal.start(timer, background);

      await().until(() -> looks.get() == 1);
    }
  }

  private boolean look() {
    looks.incrementAndGet();
    return false;
  }

  private static boolean waited(CountDownLatch end) {
    try {
      return !end.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Housekeeping housekeeping(Runner runner, BooleanSupplier leads) {
    TenureKeeper keeper = new TenureKeeper(RULES, InstantSource.system(), background);
    SessionSettings settings = new SessionSettings(RULES, Optional.empty(), INTERVAL, runner);
    return new Housekeeping(keeper, null, settings, leads, nanos::get);
  }
}
