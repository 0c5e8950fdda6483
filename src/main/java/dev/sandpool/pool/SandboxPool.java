package dev.sandpool.pool;

import dev.sandpool.PoolExhaustedException;
import dev.sandpool.PoolStatus;
import dev.sandpool.SandboxException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/**
 * Fresh sandboxes, made ahead.
 *
 * <p>Borrowing takes a warm one; with none left it makes one on the caller's thread, and with
 * {@code maxTotal} in use it waits up to {@code maxWait}. Each sandbox is lent once: {@link
 * #release} destroys it. One that ends while it waits leaves the pool at once. Thread-safe.
 */
public final class SandboxPool implements AutoCloseable {

  private final String name;
  private final PoolSettings settings;
  private final ExecutorService background;
  private final SandboxFactory factory;
  private final GenericObjectPool<ManagedSandbox> pool;
  private final Refiller refiller;

  /**
   * Makes a pool and starts to fill it; does not wait for that.
   *
   * @param backend makes the sandboxes; not closed with the pool
   * @param spec what to make; gives the pool its name
   * @param settings sizes and times
   * @param timer for attempts after a failure; shared
   * @param background for what must not hold up a caller; shared
   */
  public SandboxPool(
      SandboxBackend backend,
      SandboxSpec spec,
      PoolSettings settings,
      ScheduledExecutorService timer,
      ExecutorService background) {
    this.name = spec.name();
    this.settings = settings;
    this.background = background;
    factory = new SandboxFactory(backend, spec, this::discard);
    pool = new GenericObjectPool<>(factory, config());
    refiller =
        new Refiller(
            name,
            settings.refillParallelism(),
            () -> settings.target() - pool.getNumIdle(),
            pool::addObject,
            timer);
    refiller.wake();
  }

  /**
   * Lends a sandbox.
   *
   * @param labels the user's labels, already checked
   * @throws PoolExhaustedException if all are in use for longer than {@code maxWait}
   * @throws SandboxException if one has to be made and can't
   */
  public ManagedSandbox borrow(Map<String, String> labels) {
    while (true) {
      ManagedSandbox sandbox = take();
      try {
        sandbox.claim(labels);
        return sandbox;
      } catch (SandboxLostException e) {
        // It ended, or another replica took it, a moment ago: the next one will do.
        discard(sandbox);
      } catch (RuntimeException e) {
        discard(sandbox);
        throw e;
      } finally {
        refiller.wake();
      }
    }
  }

  /** Destroys a borrowed sandbox and frees its place. Idempotent. */
  public void release(ManagedSandbox sandbox) {
    try {
      sandbox.destroy();
    } finally {
      discard(sandbox);
    }
  }

  /** How the pool stands now. */
  public PoolStatus status() {
    int idle = pool.getNumIdle();
    int active = pool.getNumActive();
    int creating = factory.creating();
    return new PoolStatus(
        name,
        idle,
        active,
        creating,
        pool.getNumWaiters(),
        idle + active + creating,
        settings.target(),
        settings.maxTotal(),
        Optional.ofNullable(factory.lastError()));
  }

  /** Stops refilling and destroys the warm sandboxes, side by side. Borrowed ones are left. */
  @Override
  public void close() {
    refiller.close();
    Drain.all(pool, background);
    pool.close();
  }

  private ManagedSandbox take() {
    try {
      return pool.borrowObject(settings.maxWait());
    } catch (NoSuchElementException e) {
      throw exhausted();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxException("Interrupted while waiting for a sandbox", e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new SandboxException("No sandbox could be borrowed: " + e.getMessage(), e);
    }
  }

  /**
   * Takes a sandbox out of the pool, whatever its state. Commons Pool then makes a new one for a
   * waiting borrower, on this thread; whoever gives a sandbox up must not wait for that.
   */
  private void discard(ManagedSandbox sandbox) {
    if (pool.getNumWaiters() > 0) {
      background.execute(() -> invalidate(sandbox));
    } else {
      invalidate(sandbox);
    }
  }

  private void invalidate(ManagedSandbox sandbox) {
    try {
      pool.invalidateObject(sandbox);
    } catch (IllegalStateException e) {
      // Not the pool's any more: somebody else was first.
    } catch (Exception e) {
      throw new SandboxException("A sandbox could not be destroyed: " + e.getMessage(), e);
    } finally {
      refiller.wake();
    }
  }

  private PoolExhaustedException exhausted() {
    PoolStatus now = status();
    return new PoolExhaustedException(
        "All %d sandboxes of pool '%s' are in use (%d active, %d being made) and none came free in %s;"
                .formatted(now.maxTotal(), name, now.active(), now.creating(), settings.maxWait())
            + " close sandboxes earlier, or raise sandpool.pool.max-total");
  }

  private GenericObjectPoolConfig<ManagedSandbox> config() {
    GenericObjectPoolConfig<ManagedSandbox> config = new GenericObjectPoolConfig<>();
    config.setMaxTotal(settings.maxTotal());
    config.setMaxIdle(settings.maxTotal());
    config.setMaxWait(settings.maxWait());
    config.setTestOnBorrow(true);
    config.setLifo(false);
    config.setFairness(true);
    config.setJmxNamePrefix("sandpool-" + name);
    return config;
  }
}
