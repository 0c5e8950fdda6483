package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.InvalidValueException;
import dev.sandpool.PoolChange;
import dev.sandpool.PoolExhaustedException;
import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.pool.PoolSettings.OnExhausted;
import dev.sandpool.pool.PoolSettings.WarmUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who gets a sandbox, who waits, and who is refused. */
class PoolPolicyTest {

  private final PoolBed bed = new PoolBed();

  @AfterEach
  void close() {
    bed.close();
  }

  @Test
  void failRefusesAtOnceAndSaysTheCure() {
    bed.minIdle = 1;
    bed.onExhausted = OnExhausted.FAIL;
    bed.openWarm();
    CountDownLatch never = blockCreation();
    bed.borrow();

    assertThatThrownBy(bed::borrow)
        .isInstanceOf(PoolExhaustedException.class)
        .hasMessageContaining("No sandbox of pool 'bed' is warm (1 active")
        .hasMessageContaining("give sandpool.pool.on-exhausted=create or wait");
    assertThat(bed.events(SandboxEvent.Refused.class)).hasSize(1);
    assertThat(bed.pool.status().hits()).isEqualTo(1);
    assertThat(bed.pool.status().misses()).isEqualTo(1);
    never.countDown();
  }

  @Test
  void waitTakesTheNextWarmOneAndMakesNone() {
    bed.minIdle = 1;
    bed.onExhausted = OnExhausted.WAIT;
    bed.openWarm();
    CountDownLatch refill = blockCreation();
    bed.borrow();
    CompletableFuture<ManagedSandbox> second = bed.borrowing("");
    await().until(() -> bed.pool.status().waiting() == 1);
    // Only the refill is being made, though there is room for nine more.
    assertThat(bed.pool.status().creating()).isEqualTo(1);

    refill.countDown();

    assertThat(second.join().id()).isEqualTo(bed.backend.made.stream().toList().get(1).id());
  }

  @Test
  void waitEndsAfterItsTimeAndSaysTheCure() {
    bed.minIdle = 1;
    bed.onExhausted = OnExhausted.WAIT;
    bed.maxWait = Duration.ofMillis(30);
    bed.openWarm();
    CountDownLatch never = blockCreation();
    bed.borrow();

    assertThatThrownBy(bed::borrow)
        .isInstanceOf(PoolExhaustedException.class)
        .hasMessageContaining("none became so in 30 ms; raise sandpool.pool.min-idle");
    assertThat(bed.pool.status().waiting()).isZero();
    never.countDown();
  }

  @Test
  void tenantAtItsCapWaitsWhileOthersAreServed() {
    bed.maxPerTenant = 1;
    bed.open();
    ManagedSandbox first = bed.borrow("blue");
    CompletableFuture<ManagedSandbox> second = bed.borrowing("blue");
    await().until(() -> bed.pool.status().waiting() == 1);

    bed.borrow("green");
    assertThat(second).isNotDone();
    bed.pool.release(first);

    assertThat(second.join().id()).isNotEqualTo(first.id());
  }

  @Test
  void capAndFullPoolAreToldApart() {
    bed.maxPerTenant = 1;
    bed.maxTotal = 2;
    bed.maxWait = Duration.ofMillis(20);
    bed.open();
    bed.borrow("blue");

    assertThatThrownBy(() -> bed.borrow("blue"))
        .isInstanceOf(PoolExhaustedException.class)
        .hasMessageContaining("Tenant 'blue' has all 1 sandboxes of pool 'bed' that it may have")
        .hasMessageContaining("raise sandpool.pool.max-per-tenant");
    bed.borrow("green");
    assertThatThrownBy(() -> bed.borrow("red"))
        .isInstanceOf(PoolExhaustedException.class)
        .hasMessageContaining("All 2 sandboxes of pool 'bed' are in use (2 active, 0 being made)")
        .hasMessageContaining("raise sandpool.pool.max-total");
  }

  @Test
  void tenantsAreServedInTurnAndEachInItsOrder() throws Exception {
    bed.maxTotal = 1;
    bed.open();
    ManagedSandbox held = bed.borrow("x");
    LinkedBlockingQueue<String> served = new LinkedBlockingQueue<>();
    List<CompletableFuture<ManagedSandbox>> all = new ArrayList<>();
    for (String who : List.of("a1", "a2", "a3", "a4", "b1", "b2", "c1")) {
      int before = bed.pool.status().waiting();
      all.add(
          CompletableFuture.supplyAsync(
              () -> {
                ManagedSandbox sandbox = bed.borrow(who.substring(0, 1));
                served.add(who);
                return sandbox;
              },
              bed.threads.blocking()));
      await().until(() -> bed.pool.status().waiting() == before + 1);
    }

    List<String> order = new ArrayList<>();
    bed.pool.release(held);
    for (int i = 0; i < all.size(); i++) {
      String who = served.poll(10, TimeUnit.SECONDS);
      order.add(who);
      int index = List.of("a1", "a2", "a3", "a4", "b1", "b2", "c1").indexOf(who);
      bed.pool.release(all.get(index).join());
    }

    assertThat(order).containsExactly("a1", "b1", "c1", "a2", "b2", "a3", "a4");
  }

  @Test
  void borrowerThatIsInterruptedLeavesItsPlace() throws Exception {
    bed.maxTotal = 1;
    bed.open();
    ManagedSandbox held = bed.borrow();
    CompletableFuture<Throwable> failed = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                bed.borrow();
              } catch (RuntimeException e) {
                failed.complete(e);
              }
            });
    waiting.start();
    await().until(() -> bed.pool.status().waiting() == 1);

    waiting.interrupt();

    assertThat(failed.get(10, TimeUnit.SECONDS)).hasMessageContaining("Interrupted");
    waiting.join();
    assertThat(bed.pool.status().waiting()).isZero();
    bed.pool.release(held);
    bed.borrow();
  }

  @Test
  void failedCreationGivesItsPlaceToTheNext() {
    bed.maxTotal = 1;
    CountDownLatch fail = new CountDownLatch(1);
    bed.backend.beforeCreate =
        () -> {
          bed.backend.beforeCreate = () -> {};
          awaitLatch(fail);
          throw new SandboxStartException("no such image");
        };
    bed.open();
    CompletableFuture<ManagedSandbox> first = bed.borrowing("");
    await().until(() -> bed.pool.status().creating() == 1);
    CompletableFuture<ManagedSandbox> second = bed.borrowing("");
    await().until(() -> bed.pool.status().waiting() == 1);

    fail.countDown();

    assertThatThrownBy(first::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseInstanceOf(SandboxStartException.class);
    assertThat(second.join()).isNotNull();
  }

  @Test
  void sizesChangeWhileItLives() {
    bed.maxTotal = 1;
    bed.open();
    bed.borrow();
    CompletableFuture<ManagedSandbox> second = bed.borrowing("");
    await().until(() -> bed.pool.status().waiting() == 1);

    bed.pool.resize(PoolChange.NONE.withMaxTotal(4).withMinIdle(1));

    assertThat(second.join()).isNotNull();
    await().until(() -> bed.pool.status().available() == 1);
    bed.pool.resize(PoolChange.NONE.withMaxPerTenant(2));
    assertThatThrownBy(() -> bed.pool.resize(PoolChange.NONE.withMinIdle(9)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("minIdle: '9' cannot be used");
    assertThat(bed.pool.status().minIdle()).isEqualTo(1);
  }

  @Test
  void poolThatOnlyLendsWarmOnesKeepsAtLeastOne() {
    bed.minIdle = 1;
    bed.onExhausted = OnExhausted.WAIT;
    bed.openWarm();

    assertThatThrownBy(() -> bed.pool.resize(PoolChange.NONE.withMinIdle(0)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("minIdle: '0' cannot be used; keep at least 1")
        .hasMessageContaining("on-exhausted=wait");
  }

  @Test
  void warmUpWaitsForTheLeastNumber() {
    bed.minIdle = 3;
    bed.warmUp = WarmUp.BLOCK;
    bed.open();

    bed.pool.warmUp();

    assertThat(bed.pool.status().available()).isEqualTo(3);
  }

  private CountDownLatch blockCreation() {
    CountDownLatch latch = new CountDownLatch(1);
    bed.backend.beforeCreate = () -> awaitLatch(latch);
    return latch;
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
