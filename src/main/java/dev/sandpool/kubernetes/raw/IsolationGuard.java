package dev.sandpool.kubernetes.raw;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.NetworkIsolation;
import dev.sandpool.backend.NetworkIsolation.State;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.raw.IsolationSettings.Probe;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Knows whether the cluster enforces NetworkPolicies, and what follows.
 *
 * <p>It is tried once in the background. While it is not proved it is tried again, after a minute,
 * then twice as long each time, up to an hour: a plugin may be on its way. What was proved stays
 * so.
 */
final class IsolationGuard {

  private static final Logger LOG = System.getLogger(IsolationGuard.class.getName());
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

  private static final Duration CLEANING = Duration.ofSeconds(10);

  private final Probe probe;
  private final Supplier<NetworkIsolation> attempt;
  private final ExecThreads threads;
  private final CountDownLatch tried = new CountDownLatch(1);
  private final ReentrantLock running = new ReentrantLock();
  private Duration pause = FIRST_PAUSE;
  private Future<?> next = CompletableFuture.completedFuture(null);
  private volatile NetworkIsolation known;
  private volatile boolean closed;

  /**
   * Makes a guard that knows nothing yet.
   *
   * @param probe what follows
   * @param attempt tries it; blocks
   * @param threads runs that; not closed
   */
  IsolationGuard(Probe probe, Supplier<NetworkIsolation> attempt, ExecThreads threads) {
    this.probe = probe;
    this.attempt = attempt;
    this.threads = threads;
    known =
        probe == Probe.OFF ? NetworkIsolation.OFF : NetworkIsolation.unknown("it is being tried");
  }

  /** Begins to try it in the background, unless nobody is to look. */
  void start() {
    if (probe != Probe.OFF) {
      tryInBackground();
    }
  }

  NetworkIsolation known() {
    return known;
  }

  /** Why no sandbox is made; empty where that does not depend on proof, or there is one. */
  Optional<String> trouble() {
    return probe == Probe.ENFORCE && !known.isProved()
        ? Optional.of(
            "No sandbox is made before it is proved that the cluster enforces NetworkPolicies"
                + " (sandpool.raw.isolation-probe=enforce); "
                + known)
        : Optional.empty();
  }

  /**
   * Waits, where sandboxes need proof, for the first attempt to end.
   *
   * @param deadline {@link System#nanoTime} until when
   * @throws BackendUnavailableException if there is none
   */
  void require(long deadline) {
    if (trouble().isPresent()) {
      awaitFirst(deadline);
    }
    trouble()
        .ifPresent(
            reason -> {
              throw new BackendUnavailableException(reason);
            });
  }

  /** Tries it now; one at a time. */
  NetworkIsolation prove() {
    running.lock();
    try {
      return closed ? known : learned(attempted());
    } finally {
      tried.countDown();
      running.unlock();
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Nothing is tried any more; an attempt that runs sees it and ends soon. */
  void close() {
    closed = true;
  }

  /** Waits, for a few seconds, until that has cleaned up. */
  void awaitEnd() {
    try {
      if (running.tryLock(CLEANING.toMillis(), TimeUnit.MILLISECONDS)) {
        running.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private NetworkIsolation learned(NetworkIsolation found) {
    if (closed) {
      return found;
    }
    if (!known.isProved() || found.state() == State.NOT_ENFORCED) {
      learn(found);
    }
    if (known.isProved()) {
      pause = FIRST_PAUSE;
    } else {
      tryLater();
    }
    return found;
  }

  private void learn(NetworkIsolation found) {
    boolean isNews = !found.equals(known);
    known = found;
    if (!isNews) {
      return;
    }
    if (found.isProved()) {
      LOG.log(Level.INFO, "The cluster enforces NetworkPolicies: sandboxes are cut off");
    } else {
      LOG.log(
          Level.WARNING,
          "IT IS NOT PROVED THAT SANDBOXES ARE CUT OFF. NetworkPolicies: {0}",
          found);
    }
  }

  private NetworkIsolation attempted() {
    try {
      return attempt.get();
    } catch (RuntimeException e) {
      return NetworkIsolation.unknown(Optional.ofNullable(e.getMessage()).orElse(e.toString()));
    }
  }

  private void tryInBackground() {
    try {
      threads.blocking().execute(this::prove);
    } catch (RejectedExecutionException e) {
      // Sandpool is shutting down.
    }
  }

  /** Whoever asked for this attempt, there is one more to come, not two. */
  private void tryLater() {
    next.cancel(false);
    try {
      next =
          threads.timer().schedule(this::tryInBackground, pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // Sandpool is shutting down.
    }
    Duration twice = pause.multipliedBy(2);
    pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  private void awaitFirst(long deadline) {
    try {
      if (!tried.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        LOG.log(Level.DEBUG, "The first attempt takes longer than a sandbox may");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
