package dev.sandpool.pool;

import dev.sandpool.PoolExhaustedException;
import dev.sandpool.PoolStatus;
import dev.sandpool.SandboxException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import java.time.Duration;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
  private final Set<ManagedSandbox> lent = ConcurrentHashMap.newKeySet();

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
    // Who tells of a loss is the watch that everything waits for; it must not be held up.
    factory = new SandboxFactory(backend, spec, lost -> background.execute(() -> discard(lost)));
    pool = new GenericObjectPool<>(factory, config());
    refiller =
        new Refiller(
            name,
            settings.refillParallelism(),
            () -> settings.target() - pool.getNumIdle(),
            this::addOne,
            timer);
    refiller.wake();
  }

  /** Its name, which is its specification's. */
  public String name() {
    return name;
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
      lent.add(sandbox);
      try {
        sandbox.claim(labels);
        return sandbox;
      } catch (SandboxLostException e) {
        // It ended, or another replica took it, a moment ago: the next one will do.
        discard(sandbox);
      } catch (RuntimeException e) {
        // Nobody knows whether the claim arrived, so nobody else may get this one.
        release(sandbox);
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

  /** Commons Pool says nothing when it has no room; to ask it again at once would never end. */
  private boolean addOne() throws Exception {
    int all = pool.getNumIdle() + pool.getNumActive() + factory.creating();
    if (all >= settings.maxTotal()) {
      return false;
    }
    pool.addObject();
    return true;
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
   * Takes a sandbox that can't be used any more out of the pool.
   *
   * <p>Not by {@code invalidateObject}: that makes a replacement on the calling thread, which would
   * wait for it. A lent sandbox is returned, fails its check and is dropped; only for a waiting
   * borrower does the pool then make another one at once, so that case goes to the background. A
   * warm one is dropped by the eviction run, which checks all warm ones from watched state.
   */
  private void discard(ManagedSandbox sandbox) {
    try {
      if (!lent.remove(sandbox)) {
        pool.evict();
      } else if (pool.getNumWaiters() > 0) {
        background.execute(() -> giveBack(sandbox));
      } else {
        giveBack(sandbox);
      }
    } catch (IllegalStateException e) {
      // The pool is closed and has dropped everything.
    } catch (Exception e) {
      throw new SandboxException("A lost sandbox could not be dropped: " + e.getMessage(), e);
    } finally {
      refiller.wake();
    }
  }

  private void giveBack(ManagedSandbox sandbox) {
    pool.returnObject(sandbox);
    refiller.wake();
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
    config.setTestOnReturn(true);
    config.setTestWhileIdle(true);
    config.setNumTestsPerEvictionRun(-1);
    config.setMinEvictableIdleDuration(Duration.ofMillis(-1));
    config.setLifo(false);
    config.setFairness(true);
    config.setJmxNamePrefix("sandpool-" + name);
    return config;
  }
}
