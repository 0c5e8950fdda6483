package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.CreateRequest;
import dev.sandpool.PoolChange;
import dev.sandpool.PoolStatus.Leak;
import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Eviction;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.Tenure;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.pool.FakeBackend.FakeSandbox;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What time does to a pool. */
class PoolUpkeepTest {

  private final PoolBed bed = new PoolBed();

  @AfterEach
  void close() {
    bed.close();
  }

  @Test
  void oneThatEndsWhenItsTimeIsOverExpiredAndOneThatEndsBeforeIsLost() {
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    AtomicReference<Instant> now = new AtomicReference<>(start);
    bed.backend.clock = now::get;
    bed.open();
    FakeSandbox idle = bed.fake(bed.borrow());
    FakeSandbox early = bed.fake(bed.borrow());
    Tenure hour = new Tenure(start, Optional.empty(), Optional.of(Duration.ofHours(1)), start);
    idle.renew(idle.tenure(), hour);
    early.renew(early.tenure(), hour);

    now.set(start.plus(Duration.ofMinutes(59)));
    early.loss.raise("its node went away");
    now.set(start.plus(Duration.ofMinutes(60)));
    assertThat(idle.expire(hour, "it was not used for 1h")).isTrue();

    await().until(() -> bed.pool.status().active() == 0);
    await().until(() -> bed.events(SandboxEvent.Expired.class).size() == 1);
    assertThat(bed.events(SandboxEvent.Expired.class))
        .containsExactly(new SandboxEvent.Expired("bed", idle.id(), "it was not used for 1h"));
    assertThat(bed.events(SandboxEvent.Lost.class))
        .containsExactly(new SandboxEvent.Lost("bed", early.id(), "its node went away"));
  }

  @Test
  void oneThatIsClosedAfterItsTimeIsClosed() {
    bed.open();
    FakeSandbox sandbox = bed.fake(bed.borrow());
    Instant start = Instant.now().minusSeconds(5);
    Tenure over = new Tenure(start, Optional.of(Duration.ofSeconds(1)), Optional.empty(), start);
    sandbox.renew(sandbox.tenure(), over);

    bed.pool.release(bed.pool.lent(sandbox.id()).orElseThrow());

    assertThat(bed.events(SandboxEvent.Closed.class)).hasSize(1);
    assertThat(sandbox.expire(over, "too late")).isFalse();
    assertThat(bed.events(SandboxEvent.Expired.class)).isEmpty();
  }

  @Test
  void oldOneIsReplacedBeforeItGoes() {
    bed.minIdle = 1;
    bed.maxIdleTime = Duration.ofMinutes(10);
    bed.openWarm();
    FakeSandbox first = bed.backend.made.peek();
    CountDownLatch made = new CountDownLatch(1);
    bed.backend.beforeCreate = () -> awaitLatch(made);

    bed.pass(Duration.ofMinutes(10).minusSeconds(5));
    bed.pool.round();
    await().until(() -> bed.pool.status().creating() == 1);
    bed.pool.round();
    assertThat(bed.pool.status().available()).isEqualTo(1);
    assertThat(first.destroyed).hasValue(0);
    made.countDown();
    await().until(() -> bed.pool.status().available() == 2);
    bed.pool.round();

    await().until(() -> first.destroyed.get() == 1);
    assertThat(bed.pool.status().available()).isEqualTo(1);
    assertThat(bed.events(SandboxEvent.Evicted.class))
        .containsExactly(new SandboxEvent.Evicted("bed", first.id(), Eviction.IDLE));
  }

  @Test
  void oneThatWasTakenOverKeepsItsAge() {
    FakeSandbox left = new FakeSandbox("bed");
    left.created = Instant.now().minus(Duration.ofMinutes(10));
    bed.backend.stock.left.add(left);
    bed.minIdle = 1;
    bed.maxIdleTime = Duration.ofMinutes(10);
    bed.openWarm();

    bed.pool.round();

    await().until(() -> left.destroyed.get() == 1 && bed.backend.made.size() == 1);
  }

  @Test
  void livingOnesKeepTheirPlaceUntilTheyAreDestroyed() {
    CountDownLatch destroying = new CountDownLatch(1);
    bed.backend.maker =
        spec ->
            new FakeSandbox(spec.name()) {
              @Override
              public void destroy() {
                awaitLatch(destroying);
                super.destroy();
              }
            };
    bed.minIdle = 1;
    bed.maxTotal = 1;
    bed.maxIdleTime = Duration.ofMinutes(10);
    bed.openWarm();
    bed.pass(Duration.ofMinutes(10));
    bed.pool.round();

    await()
        .during(Duration.ofMillis(200))
        .until(() -> bed.backend.made.size() == 1 && bed.pool.status().creating() == 0);
    destroying.countDown();
    await().until(() -> bed.pool.status().available() == 1 && bed.backend.made.size() == 2);
  }

  @Test
  void atTheEndOfItsTimeItGoesInAnyCase() {
    bed.minIdle = 1;
    bed.maxTotal = 1;
    bed.maxIdleTime = Duration.ofMinutes(10);
    bed.openWarm();
    FakeSandbox first = bed.backend.made.peek();

    bed.pass(Duration.ofMinutes(10).minusSeconds(5));
    bed.pool.round();
    assertThat(bed.pool.status().available()).isEqualTo(1);
    bed.pass(Duration.ofSeconds(5));
    bed.pool.round();

    await().until(() -> first.destroyed.get() == 1 && bed.backend.made.size() == 2);
    await().until(() -> bed.pool.status().available() == 1);
  }

  @Test
  void demandMakesMoreWarmAndLetsThemGoAgainNewestFirst() {
    bed.minIdle = 1;
    bed.maxIdle = OptionalInt.of(3);
    bed.openWarm();
    FakeSandbox first = bed.backend.made.peek();
    for (int i = 0; i < 4; i++) {
      bed.pool.release(bed.borrow());
    }
    await().until(() -> bed.pool.status().available() == 3);
    assertThat(bed.pool.status().target()).isEqualTo(3);
    assertThat(first.destroyed).hasValue(1);
    List<String> warm =
        bed.backend.made.stream()
            .filter(made -> made.destroyed.get() == 0)
            .map(FakeSandbox::id)
            .toList();

    bed.pass(Duration.ofHours(1));
    bed.pool.round();
    assertThat(bed.pool.status().available()).isEqualTo(3);
    bed.pass(Duration.ofSeconds(30));
    bed.pool.round();

    await().until(() -> bed.pool.status().available() == 1);
    assertThat(bed.events(SandboxEvent.Evicted.class))
        .hasSize(2)
        .allMatch(evicted -> evicted.why() == Eviction.SURPLUS);
    await()
        .until(
            () -> bed.backend.made.stream().filter(made -> made.destroyed.get() == 0).count() == 1);
    assertThat(warm).contains(bed.borrow().id());
  }

  @Test
  void smallerSizesLetTheSurplusGo() {
    bed.minIdle = 4;
    bed.openWarm();
    FakeSandbox oldest = bed.backend.made.peek();

    bed.pool.resize(PoolChange.NONE.withMinIdle(1));
    bed.pool.round();
    bed.pass(Duration.ofSeconds(30));
    bed.pool.round();

    await().until(() -> bed.pool.status().available() == 1);
    assertThat(oldest.destroyed.get() == 0 || bed.backend.made.size() == 4).isTrue();
  }

  @Test
  void forgottenSandboxIsToldOnceWithItsBorrower() {
    bed.leaks = new LeakRules(Duration.ofMinutes(5), false);
    bed.open();
    ManagedSandbox sandbox = bed.borrow();

    bed.pass(Duration.ofMinutes(5).minusNanos(1));
    bed.pool.round();
    assertThat(bed.events(SandboxEvent.Leaked.class)).isEmpty();
    bed.pass(Duration.ofSeconds(1));
    bed.pool.round();
    bed.pool.round();

    assertThat(bed.events(SandboxEvent.Leaked.class))
        .singleElement()
        .satisfies(
            leaked -> {
              assertThat(leaked.id()).isEqualTo(sandbox.id());
              assertThat(leaked.reclaimed()).isFalse();
              assertThat(leaked.borrower().orElseThrow().getStackTrace())
                  .anyMatch(frame -> frame.getClassName().equals(PoolBed.class.getName()));
            });
    assertThat(bed.pool.status().leaked()).extracting(Leak::id).containsExactly(sandbox.id());
    assertThat(bed.fake(sandbox).destroyed).hasValue(0);
    bed.pool.release(sandbox);
    assertThat(bed.pool.status().leaked()).isEmpty();
  }

  @Test
  void usedSandboxIsNotForgottenNorIsOneThatRunsACommand() {
    bed.leaks = new LeakRules(Duration.ofMinutes(5), false);
    bed.open();
    ManagedSandbox used = bed.borrow();
    ManagedSandbox busy = bed.borrow();
    CompletableFuture<CommandEnd> end = new CompletableFuture<>();
    bed.fake(busy).runs = command -> end;
    busy.start(command(), (stream, bytes) -> {});

    bed.pass(Duration.ofMinutes(4));
    used.start(command(), (stream, bytes) -> {});
    bed.pass(Duration.ofMinutes(4));
    bed.pool.round();
    assertThat(bed.events(SandboxEvent.Leaked.class)).isEmpty();

    end.complete(FakeSandbox.ended(0));
    bed.pass(Duration.ofMinutes(5));
    assertThat(bed.pool.status().leaked())
        .extracting(Leak::id)
        .containsExactlyInAnyOrder(used.id(), busy.id());
  }

  @Test
  void detachedSandboxIsNeverForgotten() {
    bed.leaks = new LeakRules(Duration.ofMinutes(5), true);
    bed.open();
    ManagedSandbox sandbox = bed.pool.borrow(CreateRequest.of("bed").detach());

    bed.pass(Duration.ofDays(1));
    bed.pool.round();

    assertThat(bed.events(SandboxEvent.Leaked.class)).isEmpty();
    assertThat(sandbox.lost()).isEmpty();
  }

  @Test
  void forgottenSandboxIsReclaimedWhereThatIsWanted() {
    bed.leaks = new LeakRules(Duration.ofMinutes(5), true);
    bed.maxTotal = 1;
    bed.open();
    ManagedSandbox sandbox = bed.borrow();

    bed.pass(Duration.ofMinutes(5));
    bed.pool.round();

    await().until(() -> bed.fake(sandbox).destroyed.get() == 1);
    assertThat(bed.events(SandboxEvent.Leaked.class))
        .singleElement()
        .matches(SandboxEvent.Leaked::reclaimed);
    assertThat(bed.borrow().id()).isNotEqualTo(sandbox.id());
    bed.pool.release(sandbox);
    assertThat(bed.events(SandboxEvent.Closed.class)).isEmpty();
  }

  @Test
  void warmOneInWhichACommandFailsIsReplaced() {
    bed.minIdle = 2;
    bed.liveness = Duration.ofMinutes(1);
    bed.openWarm();
    FakeSandbox first = bed.backend.made.peek();
    AtomicInteger probes = new AtomicInteger();
    first.runs =
        command -> {
          probes.incrementAndGet();
          return CompletableFuture.completedFuture(FakeSandbox.ended(1));
        };

    bed.pool.round();
    assertThat(probes).hasValue(0);
    bed.pass(Duration.ofMinutes(1));
    bed.pool.round();

    await().until(() -> first.destroyed.get() == 1 && bed.pool.status().available() == 2);
    assertThat(probes).hasValue(1);
    assertThat(bed.events(SandboxEvent.Evicted.class))
        .containsExactly(new SandboxEvent.Evicted("bed", first.id(), Eviction.LOST));
  }

  @Test
  void probesThatHangHoldUpNobody() {
    bed.minIdle = 1;
    bed.liveness = Duration.ofMinutes(1);
    bed.openWarm();
    bed.backend.made.peek().runs = command -> new CompletableFuture<>();
    bed.pass(Duration.ofMinutes(1));

    bed.pool.round();

    assertThat(bed.borrow()).isNotNull();
    bed.pool.round();
  }

  private static ShellCommand command() {
    return new ShellCommand("true", "", Map.of(), Optional.empty(), Duration.ofSeconds(1));
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
