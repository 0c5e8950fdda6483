package dev.sandpool.rest;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sends a comment down each open event stream every few seconds. */
@ApplicationScoped
public class Heartbeats {

  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Heartbeats::thread);

  /**
   * A client that does not read must hold up nobody else's heartbeat, so the timer never writes.
   */
  private final ExecutorService writers = Executors.newCachedThreadPool(Heartbeats::thread);

  /** Begins for a stream; ends with it. */
  void beat(ExecStream stream) {
    timer.schedule(
        () -> writers.execute(() -> once(stream)), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void once(ExecStream stream) {
    stream.beat();
    if (!stream.ended()) {
      beat(stream);
    }
  }

  @PreDestroy
  void stop() {
    timer.shutdownNow();
    writers.shutdownNow();
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "sandpool-heartbeat");
    thread.setDaemon(true);
    return thread;
  }
}
