package dev.sandpool.session;

import dev.sandpool.CleanupRequest;
import dev.sandpool.CleanupResult;
import dev.sandpool.SandboxException;
import dev.sandpool.session.SessionSettings.Runner;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * What the clock brings: uses are written down, and, in one replica of all, what has expired is
 * ended and the keys of what is gone are forgotten. Never two at a time in this process.
 */
public final class Housekeeping implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Housekeeping.class.getName());
  private static final Duration PACE = Duration.ofSeconds(1);
  private static final Duration KEYS_INTERVAL = Duration.ofMinutes(10);

  private final TenureKeeper keeper;
  private final Reaper reaper;
  private final SessionSettings settings;
  private final BooleanSupplier leads;
  private final LongSupplier nanos;
  private final AtomicBoolean busy = new AtomicBoolean();
  private volatile long reaped;
  private volatile long swept;

  private Future<?> ticks;

  /**
   * Joins the parts.
   *
   * @param leads whether this replica is the one to do what only one needs to
   * @param nanos a clock such as {@link System#nanoTime}
   */
  public Housekeeping(
      TenureKeeper keeper,
      Reaper reaper,
      SessionSettings settings,
      BooleanSupplier leads,
      LongSupplier nanos) {
    this.keeper = keeper;
    this.reaper = reaper;
    this.settings = settings;
    this.leads = leads;
    this.nanos = nanos;
    reaped = nanos.getAsLong();
    swept = reaped;
  }

  /** Begins to work by itself. */
  public void start(ScheduledExecutorService timer, ExecutorService background) {
    ticks =
        timer.scheduleWithFixedDelay(
            () -> tick(background), PACE.toMillis(), PACE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The timer itself must not block. */
  private void tick(ExecutorService background) {
    try {
      background.execute(this::work);
    } catch (RejectedExecutionException e) {
      // Sandpool is shutting down.
    }
  }

  private void work() {
    keeper.round();
    reapIfDue(Runner.INTERNAL);
  }

  /**
   * Ends what has expired, if it is time to and this replica's to do. Blocks, but not for another
   * call that is at it.
   *
   * @param caller who sees to it; nothing happens if that is somebody else by the settings
   */
  public void reapIfDue(Runner caller) {
    if (settings.runner() == caller && busy.compareAndSet(false, true)) {
      try {
        if (isOver(reaped, settings.interval())) {
          reaped = nanos.getAsLong();
          reapIfLeading();
        }
      } finally {
        busy.set(false);
      }
    }
  }

  private void reapIfLeading() {
    if (!leads.getAsBoolean()) {
      return;
    }
    try {
      tell(reaper.run(CleanupRequest.EXPIRED));
      if (isOver(swept, KEYS_INTERVAL)) {
        swept = nanos.getAsLong();
        reaper.sweepKeys();
      }
    } catch (SandboxException e) {
      LOG.log(Level.WARNING, "Sandboxes that expired may be left over: {0}", e.getMessage());
    }
  }

  private boolean isOver(long since, Duration length) {
    return nanos.getAsLong() - since >= length.toNanos();
  }

  private static void tell(CleanupResult result) {
    result
        .deleted()
        .forEach(
            each -> LOG.log(Level.INFO, "Sandbox {0} is deleted: {1}", each.id(), each.reason()));
    result
        .failed()
        .forEach(
            each ->
                LOG.log(
                    Level.WARNING,
                    "Sandbox {0} expired and is not deleted: {1}",
                    each.id(),
                    each.reason()));
  }

  @Override
  public void close() {
    if (ticks != null) {
      ticks.cancel(false);
    }
  }
}
