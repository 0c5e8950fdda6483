package dev.sandpool.bench;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.DaemonThreads;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

/**
 * What one would write on Commons Pool for the same: borrow, claim, destroy, and refill in the
 * background. It has no tenants, events, leak detection, shared stock or failures.
 */
final class BarePool implements AutoCloseable {

  private final GenericObjectPool<ManagedSandbox> pool;
  private final ExecutorService workers;
  private final AtomicInteger underWay = new AtomicInteger();
  private final int target;
  private final int parallelism;

  BarePool(SandboxBackend backend, SandboxSpec spec, int target, int most, int parallelism) {
    this.target = target;
    this.parallelism = parallelism;
    pool =
        new GenericObjectPool<>(
            new BasePooledObjectFactory<>() {
              @Override
              public ManagedSandbox create() {
                return backend.create(spec);
              }

              @Override
              public PooledObject<ManagedSandbox> wrap(ManagedSandbox sandbox) {
                return new DefaultPooledObject<>(sandbox);
              }

              @Override
              public void destroyObject(PooledObject<ManagedSandbox> pooled) {
                pooled.getObject().destroy();
              }
            });
    pool.setMaxTotal(most);
    pool.setMaxIdle(most);
    pool.setMaxWait(Duration.ofSeconds(10));
    pool.setLifo(false);
    workers = Executors.newCachedThreadPool(new DaemonThreads("bare-refill"));
  }

  ManagedSandbox borrow() throws Exception {
    ManagedSandbox sandbox = pool.borrowObject();
    sandbox.claim(FreeTenancy.terms(Map.of()));
    refill();
    return sandbox;
  }

  void release(ManagedSandbox sandbox) throws Exception {
    pool.invalidateObject(sandbox);
    refill();
  }

  @Override
  public void close() {
    workers.shutdownNow();
    pool.close();
  }

  private void refill() {
    while (reserve()) {
      workers.execute(this::add);
    }
  }

  private boolean reserve() {
    int started = underWay.get();
    return started < parallelism
        && pool.getNumIdle() + started < target
        && underWay.compareAndSet(started, started + 1);
  }

  private void add() {
    try {
      pool.addObject();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      underWay.decrementAndGet();
    }
    refill();
  }
}
