package dev.sandpool.kubernetes.claim;

import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.SandboxState.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Asks a sandbox whether its container is the one that it began with, until it answers: one that is
 * being started again takes its time.
 */
final class RestartSuspicion {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final ClaimLossCheck check;
  private final ExecThreads threads;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile Optional<ClaimSandbox> sandbox = Optional.empty();

  RestartSuspicion(ClaimLossCheck check, ExecThreads threads) {
    this.check = check;
    this.threads = threads;
  }

  /** Says whose it is. */
  void of(ClaimSandbox whose) {
    sandbox = Optional.of(whose);
  }

  /** A channel ended for no reason. Returns at once. */
  void arise() {
    if (sandbox.filter(RestartSuspicion::matters).isPresent()
        && asking.compareAndSet(false, true)) {
      ask(FIRST_PAUSE);
    }
  }

  private void ask(Duration pause) {
    try {
      threads.blocking().execute(() -> look(pause));
    } catch (RejectedExecutionException e) {
      // Sandpool is shutting down.
    }
  }

  private void look(Duration pause) {
    boolean answered = true;
    try {
      answered = !sandbox.filter(RestartSuspicion::matters).isPresent() || isAnswered();
    } finally {
      if (answered) {
        asking.set(false);
      }
    }
    if (!answered) {
      Duration next = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
      later(next);
    }
  }

  private boolean isAnswered() {
    Optional<String> said = check.look();
    said.flatMap(check::restarted).ifPresent(words -> sandbox.orElseThrow().restarted(words));
    return said.isPresent();
  }

  private void later(Duration pause) {
    try {
      threads.timer().schedule(() -> ask(pause), pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // Sandpool is shutting down.
    }
  }

  /** One that starts has no container yet, one that is suspended none any more. */
  private static boolean matters(ClaimSandbox sandbox) {
    return sandbox.hasStarted()
        && !sandbox.isDestroyed()
        && sandbox.lost().isEmpty()
        && sandbox.state().kind() != Kind.SUSPENDED;
  }
}
