package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.CreateRequest;
import dev.sandpool.PoolExhaustedException;
import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.pool.FakeBackend.FakeSandbox;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SandboxPoolTest {

  private static final SandboxSpec SPEC =
      new SandboxSpec(
          "default",
          "image",
          "/workspace",
          Map.of(),
          new SandboxSpec.Resources("1", "1", "1Gi", "1Gi", "1Gi", "1Gi"),
          Duration.ofSeconds(10),
          Optional.empty());

  private final FakeBackend backend = new FakeBackend();
  private final ExecThreads threads = ExecThreads.create();
  private final List<SandboxEvent> events = new CopyOnWriteArrayList<>();
  private SandboxPool pool;

  @AfterEach
  void close() {
    backend.beforeCreate = () -> {};
    pool.close();
    threads.close();
  }

  @Test
  void fillsToTargetSideBySide() {
    CountDownLatch allStarted = new CountDownLatch(4);
    backend.beforeCreate =
        () -> {
          allStarted.countDown();
          awaitLatch(allStarted);
        };

    open(4, 10);

    await().until(() -> pool.status().available() == 4);
    assertThat(backend.mostAtOnce).hasValue(4);
  }

  @Test
  void makesNoMoreThanAllowedAtOnce() {
    pool = pool(PoolSettings.of(6, 10, Duration.ofSeconds(1), 2));

    await().until(() -> pool.status().available() == 6);
    assertThat(backend.mostAtOnce.get()).isLessThanOrEqualTo(2);
  }

  @Test
  void refillsAfterBorrow() {
    open(2, 10);
    await().until(() -> pool.status().available() == 2);

    pool.borrow(CreateRequest.of("default"));

    await().until(() -> pool.status().available() == 2);
    assertThat(pool.status().active()).isEqualTo(1);
  }

  @Test
  void neverLendsTheSameTwice() {
    open(3, 40);
    Set<String> ids = new HashSet<>();
    List<CompletableFuture<ManagedSandbox>> borrowed =
        IntStream.range(0, 40)
            .mapToObj(
                i -> CompletableFuture.supplyAsync(() -> pool.borrow(CreateRequest.of("default"))))
            .toList();

    borrowed.forEach(sandbox -> ids.add(sandbox.join().id()));

    assertThat(ids).hasSize(40);
  }

  @Test
  void destroysWhatWasUsed() {
    open(0, 2);
    ManagedSandbox sandbox = pool.borrow(CreateRequest.of("default"));

    pool.release(sandbox);
    pool.release(sandbox);

    assertThat(fake(sandbox).destroyed).hasValue(1);
    assertThat(pool.status().active()).isZero();
  }

  @Test
  void saysTheCountsWhenExhausted() {
    pool = pool(PoolSettings.of(0, 2, Duration.ofMillis(50), 1));
    pool.borrow(CreateRequest.of("default"));
    pool.borrow(CreateRequest.of("default"));

    assertThatThrownBy(() -> pool.borrow(CreateRequest.of("default")))
        .isInstanceOf(PoolExhaustedException.class)
        .hasMessageContaining("All 2 sandboxes of pool 'default'")
        .hasMessageContaining("2 active")
        .hasMessageContaining("sandpool.pool.max-total");
  }

  @Test
  void givesWaitingBorrowerThePlaceThatComesFree() {
    pool = pool(PoolSettings.of(0, 1, Duration.ofSeconds(20), 1));
    ManagedSandbox first = pool.borrow(CreateRequest.of("default"));
    CompletableFuture<ManagedSandbox> second =
        CompletableFuture.supplyAsync(() -> pool.borrow(CreateRequest.of("default")));
    await().until(() -> pool.status().waiting() == 1);

    pool.release(first);

    assertThat(second.join().id()).isNotEqualTo(first.id());
  }

  @Test
  void dropsWarmSandboxThatIsLostAndMakesAnother() {
    open(1, 5);
    await().until(() -> pool.status().available() == 1);
    FakeSandbox first = backend.made.peek();

    first.loss.raise("its node went away");

    await().until(() -> backend.made.size() == 2 && pool.status().available() == 1);
    assertThat(pool.borrow(CreateRequest.of("default")).id()).isNotEqualTo(first.id());
  }

  @Test
  void freesThePlaceOfBorrowedSandboxThatIsLost() {
    open(0, 1);
    FakeSandbox sandbox = fake(pool.borrow(CreateRequest.of("default")));

    sandbox.loss.raise("evicted");

    await().until(() -> pool.status().active() == 0);
    assertThat(pool.borrow(CreateRequest.of("default")).id()).isNotEqualTo(sandbox.id());
  }

  @Test
  void takesTheNextWhenSomebodyElseWasFirst() {
    open(2, 5);
    await().until(() -> pool.status().available() == 2);
    FakeSandbox taken = backend.made.peek();
    taken.claimed.set(true);

    ManagedSandbox sandbox = pool.borrow(CreateRequest.of("default"));

    assertThat(sandbox.id()).isNotEqualTo(taken.id());
    assertThat(pool.status().active()).isEqualTo(1);
  }

  @Test
  void reportsWhyNoneCanBeMadeAndTriesAgain() {
    AtomicInteger attempts = new AtomicInteger();
    CountDownLatch reported = new CountDownLatch(1);
    backend.beforeCreate =
        () -> {
          if (attempts.incrementAndGet() == 1) {
            throw new SandboxStartException("no such image");
          }
          awaitLatch(reported);
        };

    open(1, 5);

    await().until(() -> pool.status().lastError().isPresent());
    assertThat(pool.status().lastError()).contains("no such image");
    reported.countDown();
    await().until(() -> pool.status().available() == 1);
    assertThat(pool.status().lastError()).isEmpty();
  }

  @Test
  void tellsBorrowerWhyNoneCanBeMade() {
    backend.beforeCreate =
        () -> {
          throw new SandboxStartException("no such image");
        };
    open(0, 5);

    assertThatThrownBy(() -> pool.borrow(CreateRequest.of("default")))
        .isInstanceOf(SandboxStartException.class)
        .hasMessage("no such image");
    assertThat(pool.status().total()).isZero();
  }

  @Test
  void destroysTheWarmOnesWhenClosed() {
    open(3, 5);
    await().until(() -> pool.status().available() == 3);

    pool.close();

    assertThat(backend.made).allMatch(sandbox -> sandbox.destroyed.get() == 1);
  }

  private FakeSandbox fake(ManagedSandbox sandbox) {
    return backend.made.stream()
        .filter(made -> made.id().equals(sandbox.id()))
        .findFirst()
        .orElseThrow();
  }

  private void open(int target, int maxTotal) {
    pool = pool(PoolSettings.of(target, maxTotal, Duration.ofSeconds(10), 4));
  }

  private SandboxPool pool(PoolSettings settings) {
    return new SandboxPool(
        backend,
        SPEC,
        settings,
        new FreeTenancy(),
        threads.timer(),
        threads.blocking(),
        events::add);
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
