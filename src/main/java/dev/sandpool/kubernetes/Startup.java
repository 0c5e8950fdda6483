package dev.sandpool.kubernetes;

import dev.sandpool.SandboxException;
import dev.sandpool.SandboxStartException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The steps of one sandbox's start, which share one deadline. */
public final class Startup {

  private final Duration allowed;
  private final long deadline;

  /** Begins now. */
  public Startup(Duration allowed) {
    this(allowed, System.nanoTime());
  }

  private Startup(Duration allowed, long begin) {
    this.allowed = allowed;
    deadline = begin + allowed.toNanos();
  }

  /**
   * Waits until a sandbox has started, has failed to, or time is over, where the time for which the
   * cluster held it back does not count: without limit while it does.
   *
   * @return the same steps, with the time that is left for them
   */
  public Startup outlast(ClusterSandbox<?> sandbox) {
    Startup startup = this;
    while (!startup.isOver(sandbox.started())) {
      OptionalLong held = sandbox.heldUntil();
      if (held.isEmpty() || held.getAsLong() + allowed.toNanos() - System.nanoTime() <= 0) {
        return startup;
      }
      startup = new Startup(allowed, held.getAsLong());
    }
    return startup;
  }

  private boolean isOver(CompletableFuture<Void> step) {
    try {
      step.get(left().toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException e) {
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static SandboxException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new SandboxException("Interrupted while a sandbox was being made", e);
  }

  /** When the time is over, on {@link System#nanoTime}'s clock. */
  public long deadline() {
    return deadline;
  }

  /** What is left of the time; zero when it is over. */
  public Duration left() {
    return Duration.ofNanos(Math.max(deadline - System.nanoTime(), 0));
  }

  /**
   * Waits for a step.
   *
   * @param what begins the message of a failure
   * @param waitingFor why it is not ready; empty when nothing is known
   * @param explained adds to what is said of a step that failed
   * @throws SandboxStartException if the step fails or time is over
   */
  public void await(
      CompletableFuture<Void> step,
      String what,
      Supplier<String> waitingFor,
      UnaryOperator<String> explained) {
    try {
      step.get(left().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new SandboxStartException(what + timeout(waitingFor.get()), e);
    } catch (ExecutionException e) {
      String state = waitingFor.get();
      String reason = state.isEmpty() ? e.getCause().getMessage() : state;
      throw new SandboxStartException(what + explained.apply(reason), e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Words for a start that took too long. */
  public String timeout(String waitingFor) {
    return "not ready after " + allowed.toSeconds() + " s: " + waitingFor;
  }
}
