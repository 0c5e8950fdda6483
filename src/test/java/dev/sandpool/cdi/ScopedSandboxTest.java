package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ScopedSandboxTest {

  private final CountingSandboxes sandboxes = new CountingSandboxes();
  private final ScopedSandbox sandbox = new ScopedSandbox(sandboxes, "python");

  @Test
  void oneThatIsClosedWhileItIsOnItsWayIsDestroyedWhenItComes() throws Exception {
    CountDownLatch onItsWay = new CountDownLatch(1);
    CountDownLatch mayCome = new CountDownLatch(1);
    sandboxes.hinder(
        () -> {
          onItsWay.countDown();
          GuardedSandboxesTest.uninterruptibly(mayCome);
        });
    CompletableFuture<Void> user = CompletableFuture.runAsync(sandbox::info);
    onItsWay.await();

    sandbox.close();
    mayCome.countDown();

    assertThat(user)
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableThat()
        .withCauseInstanceOf(IllegalStateException.class);
    assertThat(sandboxes.created()).isEqualTo(1);
    assertThat(sandboxes.closed()).isEqualTo(1);
  }

  @Test
  void threadsThatUseItTogetherShareOne() {
    CompletableFuture<String> one = CompletableFuture.supplyAsync(sandbox::id);
    CompletableFuture<String> other = CompletableFuture.supplyAsync(sandbox::id);

    assertThat(one.join()).isEqualTo(other.join());
    assertThat(sandboxes.created()).isEqualTo(1);
  }
}
