package dev.sandpool.kubernetes.websocket;

import dev.sandpool.kubernetes.websocket.WebSockets.Patience;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * What a client's connections have in common.
 *
 * @param workers write control frames
 * @param timer only hands work on
 */
record Terms(
    Patience patience, SecureRandom random, Executor workers, ScheduledExecutorService timer) {

  /** Does something later, or now where the client is being closed. */
  void later(Duration delay, Runnable task) {
    try {
      timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      task.run();
    }
  }
}
