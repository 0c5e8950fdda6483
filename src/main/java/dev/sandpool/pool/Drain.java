package dev.sandpool.pool;

import dev.sandpool.backend.ManagedSandbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.commons.pool2.impl.GenericObjectPool;

/** Empties a pool side by side; Commons Pool's own close destroys one after another. */
final class Drain {

  private static final long DEADLINE_SECONDS = 30;

  private Drain() {}

  static void all(GenericObjectPool<ManagedSandbox> pool, Executor executor) {
    List<CompletableFuture<Void>> destroyed = new ArrayList<>();
    for (ManagedSandbox sandbox = next(pool); sandbox != null; sandbox = next(pool)) {
      ManagedSandbox taken = sandbox;
      destroyed.add(CompletableFuture.runAsync(taken::destroy, executor));
    }
    CompletableFuture.allOf(destroyed.toArray(CompletableFuture[]::new))
        .orTimeout(DEADLINE_SECONDS, TimeUnit.SECONDS)
        .exceptionally(error -> null)
        .join();
  }

  private static ManagedSandbox next(GenericObjectPool<ManagedSandbox> pool) {
    try {
      return pool.getNumIdle() > 0 ? pool.borrowObject(Duration.ofMillis(1)) : null;
    } catch (Exception e) {
      return null;
    }
  }
}
