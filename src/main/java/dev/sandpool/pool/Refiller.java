package dev.sandpool.pool;

import dev.sandpool.backend.DaemonThreads;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * Keeps a pool at its target.
 *
 * <p>Commons Pool makes missing objects one after another, on the thread that notices or on an
 * evictor thread that the whole JVM shares. A sandbox takes seconds, so here each one that is
 * missing is made by a task of its own, as many at a time as allowed.
 *
 * <p>After a failure the next attempt waits, from one second, twice as long each time, up to a
 * minute, and is a single one; a success ends that. Attempts that were under way together count as
 * one failure.
 */
final class Refiller {

  private static final Logger LOG = System.getLogger(Refiller.class.getName());
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final String name;
  private final IntSupplier missing;
  private final Maker maker;
  private final IntSupplier parallelism;
  private final ScheduledExecutorService timer;
  private final InstantSource wall;
  private final ExecutorService workers;
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger wakes = new AtomicInteger();
  private final AtomicBoolean waitsForRate = new AtomicBoolean();
  private final AtomicBoolean pausing = new AtomicBoolean();
  private volatile Instant nextAttempt;
  private volatile boolean closed;

  /** Makes one sandbox and adds it to the pool. */
  interface Maker {
    Outcome addOne() throws Exception;
  }

  /**
   * How an attempt ended that did not fail.
   *
   * @param added whether there is one more
   * @param pause if not, when to try again; zero for when the refiller is woken
   */
  record Outcome(boolean added, Duration pause) {
    static final Outcome ADDED = new Outcome(true, Duration.ZERO);
    static final Outcome NO_ROOM = new Outcome(false, Duration.ZERO);
  }

  /**
   * Sleeps until it is woken.
   *
   * @param parallelism how many to make at the same time; asked each time
   * @param missing how many there should be more, those under way included
   * @param timer for attempts later; shared
   * @param wall tells when those are
   */
  Refiller(
      String name,
      IntSupplier parallelism,
      IntSupplier missing,
      Maker maker,
      ScheduledExecutorService timer,
      InstantSource wall) {
    this.name = name;
    this.parallelism = parallelism;
    this.missing = missing;
    this.maker = maker;
    this.timer = timer;
    this.wall = wall;
    // As many threads as are reserved, which parallelism bounds; it may change.
    workers = Executors.newCachedThreadPool(new DaemonThreads("sandpool-refill-" + name));
  }

  /** Starts what is missing now. Returns at once; a pause after a failure is kept. */
  void wake() {
    wakes.incrementAndGet();
    if (failures.get() == 0) {
      fill();
    }
  }

  /** When it tries again after failures; empty while it does not wait. */
  Optional<Instant> nextAttempt() {
    return Optional.ofNullable(nextAttempt);
  }

  /**
   * Starts nothing more, interrupts what is being made, and waits for that to end.
   *
   * @return whether it did in time
   */
  boolean close(Duration most) {
    closed = true;
    workers.shutdownNow();
    try {
      return workers.awaitTermination(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void fill() {
    // Not for as long as something is missing: an attempt may end, without room, before the next
    // look, and would then be made again and again.
    for (int left = missing.getAsInt(); left > 0 && !closed && reserve(); left--) {
      try {
        workers.execute(this::work);
      } catch (RejectedExecutionException e) {
        underWay.decrementAndGet();
      }
    }
  }

  private synchronized boolean reserve() {
    int started = underWay.get();
    int most = failures.get() > 0 ? 1 : parallelism.getAsInt();
    if (started >= most || missing.getAsInt() - started <= 0) {
      return false;
    }
    underWay.incrementAndGet();
    return true;
  }

  /** Goes on for as long as something is missing: to hand that to another thread takes longer. */
  private void work() {
    while (addOne()) {}
  }

  /** Makes one; returns whether to make another in its place, which stays reserved. */
  private boolean addOne() {
    int wakesBefore = wakes.get();
    int failuresBefore = failures.get();
    try {
      Outcome outcome = maker.addOne();
      failures.set(0);
      nextAttempt = null;
      // Room that came free while this one found none was announced when it still counted.
      boolean again = outcome.added() || wakes.get() != wakesBefore;
      boolean goesOn = keepsPlace(again);
      if (again) {
        fill();
      }
      if (!outcome.pause().isZero() && waitsForRate.compareAndSet(false, true)) {
        later(
            outcome.pause(),
            () -> {
              waitsForRate.set(false);
              fill();
            });
      }
      return goesOn;
    } catch (Exception e) {
      underWay.decrementAndGet();
      LOG.log(closed ? Level.DEBUG : Level.WARNING, "Pool {0}: {1}", name, e.getMessage());
      boolean counts = failures.compareAndSet(failuresBefore, failuresBefore + 1);
      // One that outlasts the pause after another's failure was in the way of the next attempt.
      if (counts || !pausing.get()) {
        pause(failuresBefore);
      }
      return false;
    }
  }

  /** Whether one that has just ended begins again; else its place is free. */
  private synchronized boolean keepsPlace(boolean again) {
    int others = underWay.decrementAndGet();
    boolean keeps =
        again && !closed && others < parallelism.getAsInt() && missing.getAsInt() - others > 0;
    if (keeps) {
      underWay.incrementAndGet();
    }
    return keeps;
  }

  private void pause(int failuresBefore) {
    int doublings = Math.min(failuresBefore, 16);
    long millis = Math.min(FIRST_PAUSE.toMillis() << doublings, LONGEST_PAUSE.toMillis());
    Duration pause = Duration.ofMillis(millis);
    nextAttempt = wall.instant().plus(pause);
    pausing.set(true);
    later(
        pause,
        () -> {
          pausing.set(false);
          fill();
        });
  }

  private void later(Duration pause, Runnable task) {
    if (!closed) {
      timer.schedule(task, pause.toMillis() + 1, TimeUnit.MILLISECONDS);
    }
  }
}
