package dev.sandpool.backend.exec;

import dev.sandpool.backend.DaemonThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/**
 * The threads that commands share, whatever the number of sandboxes.
 *
 * @param timer starts what is due; never blocks
 * @param blocking feeds standard input, reads pipes, asks the cluster
 */
public record ExecThreads(ScheduledExecutorService timer, ExecutorService blocking)
    implements AutoCloseable {

  /** Daemon threads that go when idle. */
  public static ExecThreads create() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(1, new DaemonThreads("sandpool-timer"));
    // A command's timeout is cancelled when it ends, mostly long before; kept, it would hold on to
    // the command and its input until then.
    timer.setRemoveOnCancelPolicy(true);
    return new ExecThreads(timer, Executors.newCachedThreadPool(new DaemonThreads("sandpool-io")));
  }

  /** Stops both; what they still do is interrupted. */
  @Override
  public void close() {
    timer.shutdownNow();
    blocking.shutdownNow();
  }
}
