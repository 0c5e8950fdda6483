package dev.sandpool.kubernetes;

import dev.sandpool.backend.exec.ExecThreads;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Does something at once and then again and again, never twice at a time, until closed. */
public final class Sweeper implements AutoCloseable {

  private final Runnable sweep;
  private final ExecThreads threads;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final Future<?> ticks;

  /**
   * Begins.
   *
   * @param sweep blocks; does not throw
   * @param pause between two
   * @param threads shared; not closed
   */
  public Sweeper(Runnable sweep, Duration pause, ExecThreads threads) {
    this.sweep = sweep;
    this.threads = threads;
    ticks =
        threads
            .timer()
            .scheduleWithFixedDelay(this::tick, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The timer itself must not block. */
  private void tick() {
    if (busy.compareAndSet(false, true)) {
      threads.blocking().execute(this::work);
    }
  }

  private void work() {
    try {
      sweep.run();
    } finally {
      busy.set(false);
    }
  }

  @Override
  public void close() {
    ticks.cancel(false);
  }
}
