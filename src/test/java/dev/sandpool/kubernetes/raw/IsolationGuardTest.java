package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.NetworkIsolation;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.raw.IsolationSettings.Probe;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IsolationGuardTest {

  private static final NetworkIsolation OPEN = NetworkIsolation.notEnforced("it got through");
  private static final NetworkIsolation UNCLEAR = NetworkIsolation.unknown("no tool");

  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private final ExecThreads threads = new ExecThreads(timer, Executors.newCachedThreadPool());

  @BeforeEach
  void forgetWhatIsCancelled() {
    timer.setRemoveOnCancelPolicy(true);
  }

  @AfterEach
  void close() {
    threads.close();
  }

  @Test
  void nobodyLooksWhereItIsOff() {
    IsolationGuard guard =
        guard(
            Probe.OFF,
            () -> {
              throw new AssertionError("it was tried");
            });

    guard.start();

    assertThat(guard.known()).hasToString("off");
    assertThat(guard.trouble()).isEmpty();
    assertThatCode(() -> guard.require(soon())).doesNotThrowAnyException();
  }

  @Test
  void enforceMakesNothingUntilItIsProved() {
    CountDownLatch answer = new CountDownLatch(1);
    IsolationGuard guard =
        guard(
            Probe.ENFORCE,
            () -> {
              await().until(() -> answer.getCount() == 0);
              return NetworkIsolation.ENFORCED;
            });
    guard.start();

    assertThat(guard.trouble()).get().asString().contains("unknown: it is being tried");
    assertThatThrownBy(() -> guard.require(System.nanoTime()))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("sandpool.raw.isolation-probe=enforce");

    answer.countDown();
    guard.require(soon());

    assertThat(guard.trouble()).isEmpty();
    assertThat(guard.known()).hasToString("enforced");
  }

  @Test
  void enforceSaysWhatWasFound() {
    IsolationGuard open = guard(Probe.ENFORCE, () -> OPEN);
    IsolationGuard unclear = guard(Probe.ENFORCE, () -> UNCLEAR);
    open.start();
    unclear.start();

    assertThatThrownBy(() -> open.require(soon()))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageEndingWith("not enforced: it got through");
    assertThatThrownBy(() -> unclear.require(soon()))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageEndingWith("unknown: no tool");
  }

  @Test
  void warnMakesSandboxesAllTheSame() {
    IsolationGuard guard = guard(Probe.WARN, () -> OPEN);

    guard.prove();

    assertThat(guard.known()).isEqualTo(OPEN);
    assertThat(guard.trouble()).isEmpty();
    assertThatCode(() -> guard.require(soon())).doesNotThrowAnyException();
  }

  @Test
  void attemptThatFailsIsUnknown() {
    IsolationGuard guard =
        guard(
            Probe.ENFORCE,
            () -> {
              throw new BackendUnavailableException("no cluster");
            });

    assertThat(guard.prove()).isEqualTo(NetworkIsolation.unknown("no cluster"));
    assertThat(guard.trouble()).isPresent();
  }

  @Test
  void whatIsNotProvedIsTriedAgainInAMinuteThenInTwo() {
    IsolationGuard guard = guard(Probe.ENFORCE, () -> UNCLEAR);
    guard.start();
    await().until(() -> timer.getQueue().size() == 1);
    assertThat(secondsToNext()).isBetween(30L, 60L);

    guard.prove();

    assertThat(secondsToNext()).isBetween(90L, 120L);
  }

  @Test
  void whatIsProvedIsNotTriedAgain() {
    NetworkIsolation[] next = {NetworkIsolation.ENFORCED};
    IsolationGuard guard = guard(Probe.WARN, () -> next[0]);
    guard.prove();
    assertThat(timer.getQueue()).isEmpty();

    next[0] = OPEN;
    guard.prove();
    assertThat(timer.getQueue()).hasSize(1);
  }

  @Test
  void proofStaysUntilTheOppositeIsProved() {
    NetworkIsolation[] next = {NetworkIsolation.ENFORCED};
    IsolationGuard guard = guard(Probe.ENFORCE, () -> next[0]);
    guard.prove();
    next[0] = UNCLEAR;

    assertThat(guard.prove()).isEqualTo(UNCLEAR);
    assertThat(guard.trouble()).isEmpty();

    next[0] = OPEN;
    guard.prove();
    assertThat(guard.trouble()).isPresent();

    next[0] = NetworkIsolation.ENFORCED;
    guard.prove();
    assertThat(guard.trouble()).isEmpty();
  }

  @Test
  void nothingIsTriedOnceClosed() {
    IsolationGuard guard =
        guard(
            Probe.WARN,
            () -> {
              throw new AssertionError("it was tried");
            });
    guard.close();

    assertThat(guard.prove()).hasToString("unknown: it is being tried");
    guard.awaitEnd();
  }

  private IsolationGuard guard(Probe probe, Supplier<NetworkIsolation> attempt) {
    return new IsolationGuard(probe, attempt, threads);
  }

  private long secondsToNext() {
    assertThat(timer.getQueue()).hasSize(1);
    return ((Delayed) timer.getQueue().peek()).getDelay(TimeUnit.SECONDS);
  }

  private static long soon() {
    return System.nanoTime() + Duration.ofSeconds(10).toNanos();
  }
}
