package dev.sandpool;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Something that happened to a sandbox or its pool. In a CDI container each is an event to observe:
 * {@code void lost(@ObservesAsync SandboxEvent.Lost event)}.
 *
 * <p>Whoever is told otherwise, as a {@link java.util.function.Consumer}, must return soon and not
 * throw: callers and the watch of the cluster wait.
 */
public sealed interface SandboxEvent {

  /** The pool's name, which is its specification's. */
  String pool();

  /** Where a borrowed sandbox came from. */
  enum Source {
    /** It was warm here. */
    WARM,
    /** It was warm in the hands of another replica. */
    SHARED,
    /** It was made for the caller. */
    CREATED
  }

  /** Why a sandbox left its pool without having been lent. */
  enum Eviction {
    /** It ended by itself. */
    LOST,
    /** Another replica took it. */
    TAKEN,
    /** It waited for longer than sandboxes may. */
    IDLE,
    /** There were more than wanted. */
    SURPLUS
  }

  /** How a command ended. */
  enum Outcome {
    /** With exit code 0. */
    SUCCESS,
    /** With another exit code, or a signal. */
    FAILURE,
    /** Its time was over. */
    TIMEOUT,
    /** It was cancelled. */
    CANCELLED,
    /** Without an answer: the sandbox was lost, or the way to it. */
    ERROR;

    /** How a command ended that has a result; without an exit code that is no answer. */
    public static Outcome of(ExecResult result) {
      if (result.timedOut()) {
        return TIMEOUT;
      }
      if (result.exitCode().isEmpty()) {
        return ERROR;
      }
      return result.succeeded() ? SUCCESS : FAILURE;
    }
  }

  /**
   * A sandbox was lent.
   *
   * @param waited from the call to the answer
   */
  record Borrowed(String pool, String id, Source source, Duration waited) implements SandboxEvent {
    /** Checks that nothing is missing. */
    public Borrowed {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(source, "source");
    }
  }

  /**
   * A caller got none.
   *
   * @param reason what the caller was told
   * @param waited from the call to the answer
   */
  record Refused(String pool, String reason, Duration waited) implements SandboxEvent {}

  /**
   * A sandbox was made and is warm.
   *
   * @param took from the start to ready
   */
  record Created(String pool, String id, Duration took) implements SandboxEvent {}

  /**
   * A sandbox could not be made.
   *
   * @param reason why
   * @param took from the start to the failure
   */
  record CreateFailed(String pool, String reason, Duration took) implements SandboxEvent {}

  /** A warm sandbox left the pool. */
  record Evicted(String pool, String id, Eviction why) implements SandboxEvent {}

  /**
   * A borrowed sandbox was closed by its user.
   *
   * @param lent how long it was in somebody's hands
   */
  record Closed(String pool, String id, Duration lent) implements SandboxEvent {}

  /**
   * A borrowed sandbox ended under its user, before its time.
   *
   * @param reason why
   */
  record Lost(String pool, String id, String reason) implements SandboxEvent {}

  /**
   * The time of a borrowed sandbox was over, or it was not used for as long as it may be unused.
   *
   * @param reason which of the two
   */
  record Expired(String pool, String id, String reason) implements SandboxEvent {}

  /**
   * A borrowed sandbox is neither used nor closed.
   *
   * @param unused for how long
   * @param borrower where it was borrowed; empty where nobody noted it
   * @param reclaimed whether it was destroyed for that
   */
  record Leaked(
      String pool, String id, Duration unused, Optional<Throwable> borrower, boolean reclaimed)
      implements SandboxEvent {}

  /**
   * A command ended.
   *
   * @param took from the call to the end
   */
  record Executed(String pool, String id, Outcome outcome, Duration took) implements SandboxEvent {}
}
