package dev.sandpool.timer;

import dev.sandpool.bootstrap.SandpoolSupervisor;
import dev.sandpool.cdi.SandpoolLifecycle;
import jakarta.ejb.Lock;
import jakarta.ejb.LockType;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/**
 * Sees, by the container's timer, to the end of sandboxes whose time is over, where {@code
 * sandpool.reaper.runner} says {@code timer}. Every five seconds it asks whether it is time for
 * that; {@code sandpool.reaper.interval} is how often it is.
 *
 * <p>The timer is not persistent: each replica has its own, and which one works they settle among
 * themselves. Ticks do not wait for each other, as one that finds another at work is over at once.
 * None has a transaction, which would only run out of time in the middle of a long clean-up.
 */
@Singleton
@Startup
@Lock(LockType.READ)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ReaperTimer {

  private static final Logger LOG = System.getLogger(ReaperTimer.class.getName());

  private final SandpoolLifecycle lifecycle;

  /** For the container, which wants one. */
  public ReaperTimer() {
    this(null);
  }

  /** Takes what it works with. */
  @Inject
  public ReaperTimer(SandpoolLifecycle lifecycle) {
    this.lifecycle = lifecycle;
  }

  /** An error is not the container's to deal with: it would try again in its own time. */
  @Schedule(
      hour = "*",
      minute = "*",
      second = "*/5",
      persistent = false,
      info = "sandpool.reaper.runner=timer")
  void tick() {
    try {
      Optional.ofNullable(lifecycle.supervisor()).ifPresent(SandpoolSupervisor::reapIfDue);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "Sandboxes whose time is over may be left until the next look", e);
    }
  }
}
