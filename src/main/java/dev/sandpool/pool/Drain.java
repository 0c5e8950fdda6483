package dev.sandpool.pool;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Empties a pool side by side, within a deadline; Commons Pool's own close destroys one after
 * another.
 *
 * <p>Warm sandboxes are destroyed. Those in somebody's hands may bring to an end what runs in them.
 * Then the ones whose handles end with this process are destroyed, at the deadline in any case, and
 * the detached ones are left for whoever has their ids.
 */
final class Drain {

  private static final Logger LOG = System.getLogger(Drain.class.getName());

  private final String pool;
  private final Executor executor;
  private final Consumer<PooledSandbox> destroy;

  /**
   * Joins the parts.
   *
   * @param executor for what blocks
   * @param destroy takes one out of the pool and destroys it
   */
  Drain(String pool, Executor executor, Consumer<PooledSandbox> destroy) {
    this.pool = pool;
    this.executor = executor;
    this.destroy = destroy;
  }

  /** Does it; returns when it is done or the time is over. */
  void run(List<PooledSandbox> warm, List<PooledSandbox> lent, Duration most) {
    // What is destroyed at the deadline takes a moment too.
    Duration grace = most.multipliedBy(3).dividedBy(4);
    CompletableFuture<?>[] all =
        Stream.concat(
                warm.stream().map(this::destroy), lent.stream().map(each -> finish(each, grace)))
            .toArray(CompletableFuture[]::new);
    boolean done =
        CompletableFuture.allOf(all)
            .handle((nothing, error) -> true)
            .completeOnTimeout(false, most.toMillis(), TimeUnit.MILLISECONDS)
            .join();
    if (!done) {
      LOG.log(
          Level.WARNING,
          "Pool {0}: not all sandboxes were gone after {1}; sandpool.pool.shutdown-timeout allows"
              + " more time. The back end ends what is left at its deadline",
          pool,
          most);
    }
  }

  private CompletableFuture<?> finish(PooledSandbox sandbox, Duration grace) {
    CompletableFuture<?> ended =
        sandbox
            .loan()
            .idle()
            .thenApply(nothing -> true)
            .completeOnTimeout(false, grace.toMillis(), TimeUnit.MILLISECONDS);
    return sandbox.loan().request().detached()
        ? ended
        : ended.thenCompose(idle -> destroy(sandbox));
  }

  private CompletableFuture<Void> destroy(PooledSandbox sandbox) {
    return CompletableFuture.runAsync(() -> destroy.accept(sandbox), executor);
  }
}
