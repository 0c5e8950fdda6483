package dev.sandpool.pool;

import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Eviction;
import dev.sandpool.pool.PooledSandbox.State;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The ways in which sandboxes leave a pool: closed, lost, evicted, reclaimed.
 *
 * <p>One that lives keeps its place until it is destroyed, so that there never are too many; one
 * that has ended gives it back at once. Each that leaves makes the refiller look again.
 */
final class Exits {

  private static final Logger LOG = System.getLogger(Exits.class.getName());

  private final String pool;
  private final Admission admission;
  private final Shelf shelf;
  private final Consumer<SandboxEvent> events;
  private final Executor background;
  private final LongSupplier clock;
  private final InstantSource time;
  private final Runnable refill;

  /**
   * Joins the parts.
   *
   * @param background for what must not hold up a caller
   * @param clock in nanoseconds
   * @param time what tenures go by
   * @param refill wakes the refiller
   */
  Exits(
      String pool,
      Admission admission,
      Shelf shelf,
      Consumer<SandboxEvent> events,
      Executor background,
      LongSupplier clock,
      InstantSource time,
      Runnable refill) {
    this.pool = pool;
    this.admission = admission;
    this.shelf = shelf;
    this.events = events;
    this.background = background;
    this.clock = clock;
    this.time = time;
    this.refill = refill;
  }

  /** Its borrower needs it no more. Idempotent; blocks. */
  void release(PooledSandbox sandbox) {
    try {
      sandbox.destroy();
    } finally {
      if (admission.leave(sandbox) == State.LENT) {
        Duration lent = Duration.ofNanos(clock.getAsLong() - sandbox.loan().since());
        events.accept(new SandboxEvent.Closed(pool, sandbox.id(), lent));
      }
      shelf.remove(sandbox);
      refill.run();
    }
  }

  /** Takes a warm one out, unless a borrower counts on it. Returns at once. */
  void evict(PooledSandbox sandbox, Eviction why) {
    if (admission.withdraw(sandbox)) {
      background.execute(
          () -> {
            events.accept(new SandboxEvent.Evicted(pool, sandbox.id(), why));
            destroy(sandbox);
            admission.vacate();
            refill.run();
          });
    }
  }

  /** It ended by itself, or is another replica's. Returns at once. */
  void lost(PooledSandbox sandbox) {
    // Asked at once: by the time that somebody tells, one that was lost may be over, too.
    boolean over = sandbox.tenure().isOver(time.instant());
    // Who tells of a loss is the watch that everything waits for; it must not be held up.
    background.execute(
        () -> {
          String reason = sandbox.lost().orElse("it ended");
          if (admission.leave(sandbox) != State.GONE) {
            events.accept(
                sandbox.isClaimed()
                    ? ended(sandbox, reason, over)
                    : new SandboxEvent.Evicted(pool, sandbox.id(), why(sandbox)));
            destroy(sandbox);
          }
          refill.run();
        });
  }

  /** It ended, or another replica took it, before its borrower could claim it. Blocks. */
  void missed(PooledSandbox sandbox) {
    if (admission.leave(sandbox) != State.GONE) {
      events.accept(new SandboxEvent.Evicted(pool, sandbox.id(), why(sandbox)));
      destroy(sandbox);
    }
  }

  /** Nobody may use it any more, whoever has it. Blocks. */
  void discard(PooledSandbox sandbox) {
    destroy(sandbox);
    admission.leave(sandbox);
    refill.run();
  }

  /** Its borrower forgot it. Returns at once. */
  void reclaim(PooledSandbox sandbox) {
    background.execute(() -> discard(sandbox));
  }

  private SandboxEvent ended(PooledSandbox sandbox, String reason, boolean over) {
    return over
        ? new SandboxEvent.Expired(pool, sandbox.id(), reason)
        : new SandboxEvent.Lost(pool, sandbox.id(), reason);
  }

  private static Eviction why(PooledSandbox lost) {
    return lost.isTaken() ? Eviction.TAKEN : Eviction.LOST;
  }

  /** Whatever the back end says: what it can't destroy ends at its deadline. */
  private void destroy(PooledSandbox sandbox) {
    try {
      sandbox.destroy();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "Pool {0}: {1}", pool, e.getMessage());
    } finally {
      shelf.remove(sandbox);
    }
  }
}
