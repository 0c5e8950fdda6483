package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.CreateRequest;
import dev.sandpool.SandboxException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.pool.FakeBackend.FakeSandbox;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a pool ends, and what JMX sees of its life. */
class PoolCloseTest {

  private final PoolBed bed = new PoolBed();

  @AfterEach
  void close() {
    bed.close();
  }

  @Test
  void warmOnesAreDestroyedSideBySide() {
    CyclicBarrier together = new CyclicBarrier(4);
    bed.backend.maker =
        spec ->
            new FakeSandbox(spec.name()) {
              @Override
              public void destroy() {
                meet(together);
                super.destroy();
              }
            };
    bed.minIdle = 4;
    bed.openWarm();

    bed.pool.close();

    assertThat(bed.backend.made).hasSize(4).allMatch(made -> made.destroyed.get() == 1);
  }

  @Test
  void waitingBorrowersAreSentAway() {
    bed.maxTotal = 1;
    bed.open();
    bed.borrow();
    CompletableFuture<ManagedSandbox> waiting = bed.borrowing("");
    await().until(() -> bed.pool.status().waiting() == 1);

    bed.pool.close();

    assertThatThrownBy(waiting::join)
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("Pool 'bed' is closed, as Sandpool stops");
    assertThatThrownBy(bed::borrow).isInstanceOf(BackendUnavailableException.class);
  }

  @Test
  void refillUnderWayIsInterrupted() {
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    bed.backend.beforeCreate =
        () -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.complete(true);
            throw new SandboxException("interrupted", e);
          }
        };
    bed.minIdle = 1;
    bed.open();
    await().until(() -> bed.pool.status().creating() == 1);

    bed.pool.close();

    assertThat(interrupted.join()).isTrue();
    assertThat(bed.pool.status().total()).isZero();
  }

  @Test
  void whatARefillMadeNonethelessIsDestroyed() {
    bed.backend.beforeCreate =
        () -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            // A back end that can't stop half-way: it makes the sandbox all the same.
            Thread.currentThread().interrupt();
          }
        };
    bed.minIdle = 1;
    bed.open();
    await().until(() -> bed.pool.status().creating() == 1);

    bed.pool.close();

    assertThat(bed.backend.made).singleElement().matches(made -> made.destroyed.get() == 1);
  }

  @Test
  void commandsEndBeforeTheirSandboxIsDestroyed() {
    bed.open();
    ManagedSandbox sandbox = bed.borrow();
    CompletableFuture<CommandEnd> end = new CompletableFuture<>();
    bed.fake(sandbox).runs = command -> end;
    sandbox.start(command(), (stream, bytes) -> {});

    CompletableFuture<Void> closing =
        CompletableFuture.runAsync(bed.pool::close, bed.threads.blocking());

    await().during(Duration.ofMillis(200)).until(() -> bed.fake(sandbox).destroyed.get() == 0);
    end.complete(FakeSandbox.ended(0));
    closing.join();
    assertThat(bed.fake(sandbox).destroyed).hasValue(1);
  }

  @Test
  void detachedOnesAreLeftToWhoeverHasTheirIds() {
    bed.open();
    ManagedSandbox mine = bed.borrow();
    ManagedSandbox detached = bed.pool.borrow(CreateRequest.of("bed").detach());

    bed.pool.close();

    assertThat(bed.fake(mine).destroyed).hasValue(1);
    assertThat(bed.fake(detached).destroyed).hasValue(0);
    assertThat(detached.lost()).isEmpty();
  }

  @Test
  void commandsThatGoOnDoNotHoldItUpForEver() {
    bed.shutdown = Duration.ofMillis(400);
    bed.open();
    ManagedSandbox sandbox = bed.borrow();
    bed.fake(sandbox).runs = command -> new CompletableFuture<>();
    sandbox.start(command(), (stream, bytes) -> {});

    bed.pool.close();

    assertThat(bed.fake(sandbox).destroyed).hasValue(1);
  }

  @Test
  void sandboxThatCannotBeDestroyedDoesNotHoldItUpForEver() {
    CountDownLatch never = new CountDownLatch(1);
    bed.backend.maker =
        spec ->
            new FakeSandbox(spec.name()) {
              @Override
              public void destroy() {
                awaitLatch(never);
              }
            };
    bed.minIdle = 1;
    bed.shutdown = Duration.ofMillis(200);
    bed.openWarm();

    assertThat(
            CompletableFuture.runAsync(bed.pool::close, bed.threads.blocking())
                .orTimeout(10, TimeUnit.SECONDS))
        .succeedsWithin(Duration.ofSeconds(10));
    never.countDown();
  }

  @Test
  void jmxShowsItWhileItLives() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name =
        new ObjectName("org.apache.commons.pool2:type=GenericObjectPool,name=sandpool-bed");
    bed.minIdle = 2;
    bed.openWarm();
    bed.borrow();
    await().until(() -> bed.pool.status().available() == 2);

    assertThat(server.getAttribute(name, "NumIdle")).isEqualTo(2);
    assertThat(server.getAttribute(name, "NumActive")).isEqualTo(1);
    assertThat(server.getAttribute(name, "CreatedCount")).isEqualTo(3L);
    bed.pool.close();
    assertThat(server.isRegistered(name)).isFalse();
  }

  private static ShellCommand command() {
    return new ShellCommand("sleep 9", "", Map.of(), Optional.empty(), Duration.ofSeconds(9));
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
