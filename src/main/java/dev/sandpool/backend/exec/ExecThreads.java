package dev.sandpool.backend.exec;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

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
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, named("sandpool-timer"));
    // A command's timeout is cancelled when it ends, mostly long before; kept, it would hold on to
    // the command and its input until then.
    timer.setRemoveOnCancelPolicy(true);
    return new ExecThreads(timer, Executors.newCachedThreadPool(named("sandpool-io")));
  }

  /** Stops both; what they still do is interrupted. */
  @Override
  public void close() {
    timer.shutdownNow();
    blocking.shutdownNow();
  }

  private static ThreadFactory named(String name) {
    AtomicInteger count = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
