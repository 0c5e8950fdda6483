package dev.sandpool.cdi;

import dev.sandpool.SandboxEvent;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.NotificationOptions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Fires what happens as CDI events, for {@code @ObservesAsync}.
 *
 * <p>Events are told by threads that must not wait: a caller's, or the watch of the cluster. So
 * observers run on a thread of their own, one event after another in the order in which they were
 * told. When they are a thousand events behind, further ones are dropped and counted in the log:
 * memory for them would have to come from somewhere.
 */
final class EventBridge implements Consumer<SandboxEvent>, AutoCloseable {

  private static final Logger LOG = System.getLogger(EventBridge.class.getName());

  static final int MOST_WAITING = 1000;
  private static final long LAST_WORDS_SECONDS = 2;

  private final Event<SandboxEvent> events;
  private final ThreadPoolExecutor executor;
  private final AtomicLong dropped = new AtomicLong();

  /** To be made by the application's own thread, whose class loader observers then see. */
  EventBridge(Event<SandboxEvent> events) {
    this.events = events;
    executor =
        new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), EventBridge::thread);
    executor.prestartCoreThread();
  }

  @Override
  public void accept(SandboxEvent event) {
    if (executor.isShutdown()) {
      return;
    }
    try {
      events
          .fireAsync(event, NotificationOptions.ofExecutor(executor))
          .exceptionally(error -> failed(event, error));
      caughtUp();
    } catch (RejectedExecutionException e) {
      drop();
    }
  }

  /** Lets observers finish what waits, for up to two seconds; later events are not fired. */
  @Override
  public void close() {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(LAST_WORDS_SECONDS, TimeUnit.SECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "sandpool-events");
    thread.setDaemon(true);
    return thread;
  }

  private void drop() {
    if (!executor.isShutdown() && dropped.getAndIncrement() == 0) {
      LOG.log(Level.WARNING, "Observers of SandboxEvent are too slow; events are dropped");
    }
  }

  private void caughtUp() {
    long lost = dropped.getAndSet(0);
    if (lost > 0) {
      LOG.log(Level.WARNING, "Observers of SandboxEvent take events again; {0} were dropped", lost);
    }
  }

  private static SandboxEvent failed(SandboxEvent event, Throwable error) {
    LOG.log(Level.WARNING, "An observer failed with " + event, error);
    return event;
  }
}
