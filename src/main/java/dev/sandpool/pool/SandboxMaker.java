package dev.sandpool.pool;

import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Source;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Makes sandboxes of one specification ready to be lent, and remembers how that goes.
 *
 * <p>The set-up script runs in those that are made here. One that another replica made has been set
 * up by it.
 */
final class SandboxMaker {

  private final SandboxBackend backend;
  private final SandboxSpec spec;
  private final Consumer<PooledSandbox> onLost;
  private final Consumer<SandboxEvent> events;
  private final LongSupplier clock;
  private final AtomicReference<String> lastError = new AtomicReference<>();

  /**
   * Joins the parts.
   *
   * @param onLost told of each that ends by itself; must not block
   * @param clock in nanoseconds
   */
  SandboxMaker(
      SandboxBackend backend,
      SandboxSpec spec,
      Consumer<PooledSandbox> onLost,
      Consumer<SandboxEvent> events,
      LongSupplier clock) {
    this.backend = backend;
    this.spec = spec;
    this.onLost = onLost;
    this.events = events;
    this.clock = clock;
  }

  /** Why the last attempt failed; empty after a success. */
  Optional<String> lastError() {
    return Optional.ofNullable(lastError.get());
  }

  /** Makes one ahead. What the cluster had no room for may have waited, so its script has not. */
  PooledSandbox prepare() {
    return make(
        () -> {
          ManagedSandbox sandbox = backend.prepare(spec);
          SetupScript.run(spec, sandbox, deadline());
          offer(sandbox);
          return sandbox;
        },
        Source.WARM);
  }

  /** Makes one for a caller that waits, and claims it at once: no other replica is to find it. */
  PooledSandbox create() {
    return make(
        () -> {
          long deadline = deadline();
          ManagedSandbox sandbox = backend.create(spec);
          SetupScript.run(spec, sandbox, deadline);
          return sandbox;
        },
        Source.CREATED);
  }

  private long deadline() {
    return System.nanoTime() + spec.startupTimeout().toNanos();
  }

  /** Takes over one of the shared stock, with the age that it has. */
  PooledSandbox adopt(ManagedSandbox sandbox) {
    Duration age = Duration.between(sandbox.info().createdAt(), Instant.now());
    return wrap(sandbox, Source.WARM, clock.getAsLong() - Math.max(0, age.toNanos()));
  }

  /** Takes one of the shared stock for a caller. */
  PooledSandbox share(ManagedSandbox sandbox) {
    return wrap(sandbox, Source.SHARED, clock.getAsLong());
  }

  private PooledSandbox wrap(ManagedSandbox sandbox, Source source, long made) {
    PooledSandbox pooled = new PooledSandbox(sandbox, source, made);
    sandbox.onLost(reason -> onLost.accept(pooled));
    return pooled;
  }

  private PooledSandbox make(Supplier<ManagedSandbox> how, Source source) {
    long start = clock.getAsLong();
    try {
      ManagedSandbox sandbox = how.get();
      lastError.set(null);
      events.accept(new SandboxEvent.Created(spec.name(), sandbox.id(), since(start)));
      return wrap(sandbox, source, clock.getAsLong());
    } catch (RuntimeException e) {
      String reason = Optional.ofNullable(e.getMessage()).orElseGet(e::toString);
      lastError.set(reason);
      events.accept(new SandboxEvent.CreateFailed(spec.name(), reason, since(start)));
      throw e;
    }
  }

  private static void offer(ManagedSandbox sandbox) {
    try {
      sandbox.offer();
    } catch (RuntimeException e) {
      sandbox.destroy();
      throw e;
    }
  }

  private Duration since(long start) {
    return Duration.ofNanos(clock.getAsLong() - start);
  }
}
