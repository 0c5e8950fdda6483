package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.Acquired.Origin;
import dev.sandpool.BackendUnavailableException;
import dev.sandpool.InvalidValueException;
import dev.sandpool.OverloadedException;
import dev.sandpool.PoolExhaustedException;
import dev.sandpool.Sandboxes;
import jakarta.enterprise.inject.se.SeContainer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fault Tolerance around the back end, tuned by MicroProfile Config. */
class GuardedSandboxesTest {

  private static final String CREATE = GuardedSandboxes.class.getName() + "/create/";
  private static final String KEYED = GuardedSandboxes.class.getName() + "/getOrCreate/";

  private SeContainer container;
  private CountingSandboxes backEnd;
  private Sandboxes sandboxes;

  @AfterEach
  void shutDown() {
    container.close();
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith(GuardedSandboxes.class.getName()))
        .forEach(System::clearProperty);
  }

  @Test
  void backEndThatIsUnavailableIsTriedAgain() {
    open(Door.openGuarded());
    backEnd.hinder(GuardedSandboxesTest::unavailable);
    backEnd.hinder(GuardedSandboxesTest::unavailable);

    assertThat(sandboxes.create().id()).isEqualTo("default-1");
    assertThat(backEnd.attempts()).isEqualTo(3);
  }

  @Test
  void afterTheLastAttemptTheReasonIsTold() {
    open(Door.openGuarded());
    IntStream.range(0, 3).forEach(i -> backEnd.hinder(GuardedSandboxesTest::unavailable));

    assertThatThrownBy(sandboxes::create)
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessage("no cluster");
    assertThat(backEnd.attempts()).isEqualTo(3);
  }

  @Test
  void attemptsAreTunedByConfig() {
    System.setProperty(CREATE + "Retry/maxRetries", "0");
    open(Door.openGuarded());
    backEnd.hinder(GuardedSandboxesTest::unavailable);

    assertThatThrownBy(sandboxes::create).isInstanceOf(BackendUnavailableException.class);
    assertThat(backEnd.attempts()).isEqualTo(1);
  }

  static List<RuntimeException> answers() {
    return List.of(
        new PoolExhaustedException("all in use"),
        new InvalidValueException("spec", "pyton", "give another"),
        new IllegalStateException("closed"));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void answerIsNotAskedForAgain(RuntimeException answer) {
    open(Door.openGuarded());
    backEnd.hinder(
        () -> {
          throw answer;
        });

    assertThatThrownBy(sandboxes::create).isSameAs(answer);
    assertThat(backEnd.attempts()).isEqualTo(1);
  }

  @Test
  void circuitOpensWhenTheBackEndStaysUnavailableAndOnlyThen() {
    System.setProperty(CREATE + "Retry/maxRetries", "0");
    System.setProperty(CREATE + "CircuitBreaker/requestVolumeThreshold", "4");
    System.setProperty(CREATE + "CircuitBreaker/delay", "300");
    open(Door.openGuarded());
    for (int i = 0; i < 8; i++) {
      backEnd.hinder(GuardedSandboxesTest::exhausted);
      assertThatThrownBy(sandboxes::create).isInstanceOf(PoolExhaustedException.class);
    }
    for (int i = 0; i < 2; i++) {
      backEnd.hinder(GuardedSandboxesTest::unavailable);
      assertThatThrownBy(sandboxes::create).hasMessage("no cluster");
    }

    assertThatThrownBy(sandboxes::create)
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("failed repeatedly")
        .hasMessageContaining("/nowhere/kubeconfig")
        .hasCauseInstanceOf(CircuitBreakerOpenException.class);
    assertThat(backEnd.attempts()).isEqualTo(10);

    Awaitility.await().ignoreExceptions().until(() -> sandboxes.create().id(), "default-1"::equals);
  }

  @Test
  void sandboxThatComesAfterItsTimeIsDestroyed() {
    System.setProperty(CREATE + "Timeout/value", "1");
    System.setProperty(CREATE + "Timeout/unit", "MILLIS");
    open(Door.openGuarded());
    backEnd.hinder(GuardedSandboxesTest::waitForTheInterrupt);

    assertThatThrownBy(sandboxes::create)
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("did not create in time")
        .hasMessageContaining("dev.sandpool.cdi.GuardedSandboxes/create/Timeout/value")
        .hasCauseInstanceOf(TimeoutException.class);
    assertThat(backEnd.created()).isEqualTo(1);
    assertThat(backEnd.closed()).isEqualTo(1);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void callsBeyondTheBulkheadAreRefused() throws Exception {
    System.setProperty(CREATE + "Bulkhead/value", "1");
    open(Door.openGuarded());
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    backEnd.hinder(
        () -> {
          inside.countDown();
          uninterruptibly(leave);
        });
    CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> sandboxes.create().id());
    inside.await();

    assertThatThrownBy(sandboxes::create)
        .isInstanceOf(OverloadedException.class)
        .hasMessageContaining("dev.sandpool.cdi.GuardedSandboxes/create/Bulkhead/value")
        .hasCauseInstanceOf(BulkheadException.class);
    leave.countDown();
    assertThat(first.join()).isEqualTo("default-1");
    assertThat(backEnd.closed()).isZero();
  }

  @Test
  void sandboxOfAKeyIsAskedForAgain() {
    open(Door.openGuarded());
    backEnd.hinder(GuardedSandboxesTest::unavailable);
    backEnd.hinder(GuardedSandboxesTest::unavailable);

    assertThat(sandboxes.getOrCreate("a").origin()).isEqualTo(Origin.CREATED);
    assertThat(sandboxes.getOrCreate("a").origin()).isEqualTo(Origin.FOUND);
    assertThat(backEnd.attempts()).isEqualTo(4);
  }

  @ParameterizedTest
  @MethodSource("answers")
  void answerForAKeyIsNotAskedForAgain(RuntimeException answer) {
    open(Door.openGuarded());
    backEnd.hinder(
        () -> {
          throw answer;
        });

    assertThatThrownBy(() -> sandboxes.getOrCreate("a")).isSameAs(answer);
    assertThat(backEnd.attempts()).isEqualTo(1);
  }

  @Test
  void sandboxOfAKeyThatComesAfterItsTimeIsThereForTheNextCall() {
    System.setProperty(KEYED + "Timeout/value", "1");
    System.setProperty(KEYED + "Timeout/unit", "MILLIS");
    open(Door.openGuarded());
    backEnd.hinder(GuardedSandboxesTest::waitForTheInterrupt);

    assertThatThrownBy(() -> sandboxes.getOrCreate("a"))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("dev.sandpool.cdi.GuardedSandboxes/getOrCreate/Timeout/value")
        .hasCauseInstanceOf(TimeoutException.class);
    assertThat(backEnd.created()).isEqualTo(1);
    assertThat(backEnd.closed()).isZero();
    Awaitility.await()
        .ignoreExceptions()
        .until(() -> sandboxes.getOrCreate("a").origin(), Origin.FOUND::equals);
  }

  @Test
  void circuitForKeysOpensAlone() {
    System.setProperty(KEYED + "Retry/maxRetries", "0");
    System.setProperty(KEYED + "CircuitBreaker/requestVolumeThreshold", "2");
    open(Door.openGuarded());
    for (int i = 0; i < 2; i++) {
      backEnd.hinder(GuardedSandboxesTest::unavailable);
      assertThatThrownBy(() -> sandboxes.getOrCreate("a")).hasMessage("no cluster");
    }

    assertThatThrownBy(() -> sandboxes.getOrCreate("a"))
        .isInstanceOf(BackendUnavailableException.class)
        .hasCauseInstanceOf(CircuitBreakerOpenException.class);
    assertThat(sandboxes.create().id()).isEqualTo("default-1");
  }

  @Test
  void withoutFaultToleranceCallsAreMadeOnce() {
    open(Door.open());
    backEnd.hinder(GuardedSandboxesTest::unavailable);

    assertThatThrownBy(sandboxes::create).hasMessage("no cluster");
    assertThat(backEnd.attempts()).isEqualTo(1);
    assertThat(sandboxes.create().id()).isEqualTo("default-1");
  }

  private void open(SeContainer opened) {
    container = opened;
    backEnd = CountingSandboxes.of(container);
    sandboxes = container.select(Sandboxes.class).get();
  }

  private static void unavailable() {
    throw new BackendUnavailableException("no cluster");
  }

  private static void exhausted() {
    throw new PoolExhaustedException("all in use");
  }

  /** A back end that has its answer at the moment when it is told to stop. */
  private static void waitForTheInterrupt() {
    while (!Thread.currentThread().isInterrupted()) {
      LockSupport.park();
    }
  }

  static void uninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
