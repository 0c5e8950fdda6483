package dev.sandpool.mcp.protocol;

import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells a client that asked for it that its call still runs; many give a call more time then.
 *
 * @param timer on whose threads it tells
 * @param every how often
 */
public record Progress(ScheduledExecutorService timer, Duration every) {

  private static final Logger LOG = System.getLogger(Progress.class.getName());

  /**
   * Begins to tell.
   *
   * @param token what the client calls it by; null if it did not ask for it
   * @return ends it
   */
  Runnable tell(McpAsyncServerExchange exchange, Object token) {
    if (token == null) {
      return () -> {};
    }
    AtomicLong told = new AtomicLong();
    Future<?> ticks =
        timer.scheduleAtFixedRate(
            () -> tick(exchange, token, told.incrementAndGet()),
            every.toMillis(),
            every.toMillis(),
            TimeUnit.MILLISECONDS);
    return () -> ticks.cancel(false);
  }

  private void tick(McpAsyncServerExchange exchange, Object token, long count) {
    double seconds = every.multipliedBy(count).toMillis() / 1000.0;
    exchange
        .progressNotification(
            ProgressNotification.builder(token, seconds)
                .message("It has run for " + seconds + " s")
                .build())
        .subscribe(
            nothing -> {}, error -> LOG.log(Level.DEBUG, "Progress could not be told", error));
  }
}
