package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.Sandbox;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.inject.Inject;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.faulttolerance.Asynchronous;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code @WithSandbox}: a sandbox for the call, closed however the call ends. */
class WithSandboxTest {

  private SeContainer container;
  private CountingSandboxes sandboxes;
  private Runs runs;
  private Outer outer;

  @BeforeEach
  void boot() {
    container = Door.openGuarded(Runs.class, Outer.class, Stereotyped.class);
    sandboxes =
        container
            .select(CountingSandboxes.class, CountingSandboxes.class.getAnnotation(Unguarded.class))
            .get();
    runs = container.select(Runs.class).get();
    outer = container.select(Outer.class).get();
  }

  @AfterEach
  void shutDown() {
    container.close();
  }

  @Test
  void isClosedAfterTheCall() {
    assertThat(runs.twice()).containsExactly("python-1", "python-1");
    assertThat(runs.twice()).containsExactly("python-2", "python-2");
    assertAllClosed(2);
  }

  @Test
  void isClosedAfterAnException() {
    assertThatThrownBy(runs::fail).isInstanceOf(ArithmeticException.class);
    assertAllClosed(1);
  }

  @Test
  void isNotBorrowedWhenNotUsed() {
    runs.idle();
    assertThat(sandboxes.created()).isZero();
  }

  @Test
  void isHandedInWhereTheCallerGaveNone() {
    assertThat(runs.byParameter("a", null)).isEqualTo("a default-1");
    assertAllClosed(1);
  }

  @Test
  void livesUntilTheStageCompletes() {
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletionStage<String> stage = runs.later(work, null);
    assertThat(sandboxes.closed()).isZero();

    work.complete("done");
    assertThat(stage.toCompletableFuture().join()).isEqualTo("done in python-1");
    assertAllClosed(1);
  }

  @Test
  void isClosedWhenTheStageFails() {
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletionStage<String> stage = runs.later(work, null);
    work.completeExceptionally(new ArithmeticException());

    assertThat(stage.toCompletableFuture()).isCompletedExceptionally();
    assertAllClosed(1);
  }

  @Test
  void isClosedWhenTheStageIsCancelled() {
    CompletionStage<String> stage = runs.later(new CompletableFuture<>(), null);
    stage.toCompletableFuture().cancel(true);

    assertAllClosed(1);
  }

  @Test
  void callWithinACallHasAnotherSandbox() {
    assertThat(outer.around()).containsExactly("default-1", "python-2", "default-1");
    assertAllClosed(2);
  }

  @Test
  void bindingOfAStereotypeCounts() {
    assertThat(container.select(Stereotyped.class).get().id()).isEqualTo("python-1");
    assertAllClosed(1);
  }

  @Test
  void thereIsNoneOutsideOfACall() {
    assertThatThrownBy(() -> runs.unbound())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("@WithSandbox");
  }

  @Test
  void eachAttemptHasAnotherSandbox() {
    assertThat(runs.atThirdAttempt(null))
        .containsExactly("default-1 default-1", "default-2 default-2", "default-3 default-3");
    assertAllClosed(3);
  }

  @Test
  void isThereOnTheThreadOfAnAsynchronousCall() {
    CompletableFuture<String> go = new CompletableFuture<>();
    CompletionStage<String> stage = runs.elsewhere(go);
    go.complete("");

    assertThat(stage.toCompletableFuture().join()).isEqualTo("python-1");
    Awaitility.await().untilAsserted(() -> assertAllClosed(1));
  }

  @Test
  void isClosedAfterATimeout() {
    assertThatThrownBy(runs::slow).isInstanceOf(TimeoutException.class);
    assertAllClosed(1);
  }

  @Test
  void isClosedWhenAnAsynchronousCallIsGivenUp() {
    CompletionStage<String> stage = runs.never();

    assertThat(stage.toCompletableFuture())
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableThat()
        .withCauseInstanceOf(TimeoutException.class);
    Awaitility.await().untilAsserted(() -> assertAllClosed(1));
  }

  private void assertAllClosed(int all) {
    assertThat(sandboxes.created()).isEqualTo(all);
    assertThat(sandboxes.closed()).isEqualTo(all);
  }

  /** Stands in for an application. */
  @ApplicationScoped
  static class Runs {

    private final List<String> seen = new ArrayList<>();

    @Inject @Current Sandbox sandbox;

    @WithSandbox("python")
    List<String> twice() {
      return List.of(sandbox.id(), sandbox.id());
    }

    String unbound() {
      return sandbox.id();
    }

    @WithSandbox
    void fail() {
      sandbox.id();
      throw new ArithmeticException();
    }

    @WithSandbox
    void idle() {}

    @WithSandbox
    String byParameter(String text, Sandbox mine) {
      return text + " " + mine.id();
    }

    @WithSandbox("python")
    CompletionStage<String> later(CompletableFuture<String> work, Sandbox mine) {
      sandbox.id();
      return work.thenApply(text -> text + " in " + mine.id());
    }

    @WithSandbox
    @Retry(delay = 0, jitter = 0)
    List<String> atThirdAttempt(Sandbox mine) {
      seen.add(sandbox.id() + " " + mine.id());
      if (seen.size() < 3) {
        throw new ArithmeticException();
      }
      return List.copyOf(seen);
    }

    @WithSandbox("python")
    @Asynchronous
    CompletionStage<String> elsewhere(CompletableFuture<String> go) {
      go.join();
      return CompletableFuture.completedFuture(sandbox.id());
    }

    @WithSandbox
    @Asynchronous
    @Timeout(500)
    CompletionStage<String> never() {
      sandbox.id();
      return new CompletableFuture<>();
    }

    @WithSandbox
    @Timeout(50)
    void slow() throws InterruptedException {
      sandbox.id();
      new CountDownLatch(1).await();
    }
  }

  /** All its methods have a sandbox. */
  @ApplicationScoped
  @WithSandbox
  static class Outer {

    @Inject @Current Sandbox sandbox;
    @Inject Runs runs;

    List<String> around() {
      String before = sandbox.id();
      String within = runs.twice().get(0);
      return List.of(before, within, sandbox.id());
    }
  }

  /** Binds a class to a pool. */
  @Stereotype
  @ApplicationScoped
  @WithSandbox("python")
  @Retention(RetentionPolicy.RUNTIME)
  @interface InPython {}

  @InPython
  static class Stereotyped {

    @Inject @Current Sandbox sandbox;

    String id() {
      return sandbox.id();
    }
  }
}
