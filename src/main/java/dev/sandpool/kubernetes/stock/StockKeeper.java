package dev.sandpool.kubernetes.stock;

import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.ClusterSandbox;
import dev.sandpool.kubernetes.SandboxRegistry;
import dev.sandpool.kubernetes.Sweeper;
import io.kubernetes.client.common.KubernetesObject;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The stock with all that keeps it in order.
 *
 * @param <T> the kind of object
 * @param <S> what stands for it here
 */
public final class StockKeeper<T extends KubernetesObject, S extends ClusterSandbox<T>>
    implements AutoCloseable {

  private static final int LEASES = 4;

  private final SharedStock<T, S> stock;
  private final Sweeper sweeper;

  /**
   * Begins.
   *
   * @param objects what the mode knows of them
   * @param sandboxes of the mode; not closed
   * @param replicas who shares them; not closed
   * @param events for what happens to them
   * @param threads shared; not closed
   */
  public StockKeeper(
      StockObjects<T, S> objects,
      SandboxRegistry<T, S> sandboxes,
      Replicas replicas,
      EventRecorder events,
      ExecThreads threads) {
    stock = new SharedStock<>(objects, sandboxes, replicas, events, threads);
    sweeper =
        new Sweeper(
            new StockSweep<>(objects, sandboxes, replicas, events, System::nanoTime),
            pause(replicas.lease()),
            threads);
  }

  /** The stock. */
  public SharedStock<T, S> stock() {
    return stock;
  }

  @Override
  public void close() {
    sweeper.close();
  }

  /** Not the same for all, so that they don't all sweep at a time. */
  private static Duration pause(Duration lease) {
    Duration usual = lease.multipliedBy(LEASES);
    return usual.plusMillis(ThreadLocalRandom.current().nextLong(usual.toMillis() / LEASES));
  }
}
