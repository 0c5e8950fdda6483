package dev.sandpool.pool;

import static org.awaitility.Awaitility.await;

import dev.sandpool.CreateRequest;
import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.pool.FakeBackend.FakeSandbox;
import dev.sandpool.pool.PoolSettings.OnExhausted;
import dev.sandpool.pool.PoolSettings.WarmUp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A pool over a fake back end, with a clock that a test moves. */
final class PoolBed implements AutoCloseable {

  static final SandboxSpec SPEC =
      new SandboxSpec(
          "bed",
          "image",
          "/workspace",
          Map.of(),
          new SandboxSpec.Resources("1", "1", "1Gi", "1Gi", "1Gi", "1Gi"),
          Duration.ofSeconds(10),
          Optional.empty());

  final FakeBackend backend = new FakeBackend();
  final ExecThreads threads = ExecThreads.create();
  final List<SandboxEvent> events = new CopyOnWriteArrayList<>();
  final AtomicLong clock = new AtomicLong(1_000_000_000L);

  int minIdle = 0;
  OptionalInt maxIdle = OptionalInt.empty();
  int maxTotal = 10;
  int maxPerTenant = 0;
  int parallelism = 4;
  int rate = 0;
  Duration maxWait = Duration.ofSeconds(20);
  OnExhausted onExhausted = OnExhausted.CREATE;
  WarmUp warmUp = WarmUp.SERVE;
  Duration maxIdleTime = Duration.ZERO;
  Duration liveness = Duration.ZERO;
  LeakRules leaks = LeakRules.OFF;
  Duration shutdown = Duration.ofSeconds(10);
  SandboxPool pool;

  PoolBed open() {
    pool =
        new SandboxPool(
            backend,
            SPEC,
            settings(),
            new FreeTenancy(),
            threads.timer(),
            threads.blocking(),
            events::add,
            clock::get);
    return this;
  }

  /** Opens it and waits for all that are to be warm. */
  PoolBed openWarm() {
    open();
    await().until(() -> pool.status().available() == minIdle);
    return this;
  }

  PoolSettings settings() {
    return new PoolSettings(
        new PoolSizes(minIdle, maxIdle, maxTotal, maxPerTenant, parallelism, rate),
        maxWait,
        onExhausted,
        warmUp,
        maxIdleTime,
        liveness,
        leaks,
        shutdown);
  }

  ManagedSandbox borrow() {
    return pool.borrow(CreateRequest.of("bed"));
  }

  ManagedSandbox borrow(String tenant) {
    return pool.borrow(CreateRequest.of("bed").withTenant(tenant));
  }

  CompletableFuture<ManagedSandbox> borrowing(String tenant) {
    return CompletableFuture.supplyAsync(() -> borrow(tenant), threads.blocking());
  }

  /** What the back end made under that id. */
  FakeSandbox fake(ManagedSandbox sandbox) {
    return backend.made.stream()
        .filter(made -> made.id().equals(sandbox.id()))
        .findFirst()
        .orElseThrow();
  }

  void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  <E extends SandboxEvent> List<E> events(Class<E> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Override
  public void close() {
    backend.beforeCreate = () -> {};
    if (pool != null) {
      pool.close();
    }
    threads.close();
  }
}
