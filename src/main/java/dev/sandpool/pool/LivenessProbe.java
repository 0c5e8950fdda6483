package dev.sandpool.pool;

import dev.sandpool.SandboxEvent.Eviction;
import dev.sandpool.backend.DaemonThreads;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Runs {@code true} in warm sandboxes, where that is asked for, and drops those that can't.
 *
 * <p>On a few threads of its own: a sandbox that hangs must hold up neither another pool nor what
 * all share.
 */
final class LivenessProbe implements AutoCloseable {

  private static final Logger LOG = System.getLogger(LivenessProbe.class.getName());
  private static final int THREADS = 4;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final long interval;
  private final Admission admission;
  private final LongSupplier clock;
  private final BiConsumer<PooledSandbox, Eviction> evict;
  private final ThreadPoolExecutor threads;

  /**
   * Joins the parts.
   *
   * @param interval between two probes of a sandbox; zero for none
   * @param clock in nanoseconds
   * @param evict takes one out, if no borrower counts on it
   */
  LivenessProbe(
      String pool,
      Duration interval,
      Admission admission,
      LongSupplier clock,
      BiConsumer<PooledSandbox, Eviction> evict) {
    this.interval = interval.toNanos();
    this.admission = admission;
    this.clock = clock;
    this.evict = evict;
    threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            GRACE.toSeconds(),
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DaemonThreads("sandpool-liveness-" + pool));
    threads.allowCoreThreadTimeOut(true);
  }

  /** Starts those that are due. Returns at once. */
  void round() {
    if (interval > 0) {
      admission.warm().stream()
          .filter(sandbox -> sandbox.probe(clock.getAsLong(), interval))
          .forEach(sandbox -> threads.execute(() -> probe(sandbox)));
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private void probe(PooledSandbox sandbox) {
    ShellCommand command = new ShellCommand("true", "", Map.of(), Optional.empty(), TIMEOUT);
    RunningCommand running = sandbox.start(command, (stream, bytes) -> {});
    try {
      CommandEnd end = running.end().get(TIMEOUT.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
      if (end.exitCode().orElse(-1) != 0) {
        drop(sandbox, "a command did not succeed");
      }
    } catch (ExecutionException e) {
      drop(sandbox, String.valueOf(e.getCause().getMessage()));
    } catch (TimeoutException e) {
      running.cancel();
      drop(sandbox, "a command did not end");
    } catch (InterruptedException e) {
      running.cancel();
      Thread.currentThread().interrupt();
    }
  }

  private void drop(PooledSandbox sandbox, String why) {
    LOG.log(Level.WARNING, "Warm sandbox {0} is dropped: {1}", sandbox.id(), why);
    evict.accept(sandbox, Eviction.LOST);
  }
}
