package dev.sandpool.security;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Writes down who did what. What cannot be written is kept and tried again, and until that succeeds
 * {@link #requireWritable} stops everything new: so no more than what ran at that moment is
 * missing, if the process dies then. May be used by many threads; blocks while lines are written.
 */
public final class AuditLog {

  private static final Logger LOG = System.getLogger(AuditLog.class.getName());
  private static final int MOST_KEPT = 10_000;

  private final AuditSink sink;
  private final AuditSettings.Subject subjects;
  private final Clock clock;
  private final LongSupplier nanoTime;
  private final Deque<String> unwritten = new ArrayDeque<>();
  private volatile String trouble;

  /**
   * Takes what it works with.
   *
   * @param clock for the time of a request
   * @param nanoTime for how long it took; never goes back
   */
  public AuditLog(
      AuditSink sink, AuditSettings.Subject subjects, Clock clock, LongSupplier nanoTime) {
    this.sink = sink;
    this.subjects = subjects;
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  /**
   * A request has begun.
   *
   * @param requestId names it in all logs
   * @param peer the address it came from
   * @param request its method and path
   */
  public Activity begin(String requestId, String peer, String request) {
    return new Activity(
        new Activity.Request(requestId, peer, request, clock.instant(), nanoTime.getAsLong()),
        subjects);
  }

  /** It has ended, with an HTTP status; a second end of the same one does nothing. */
  public void end(Activity activity, int status) {
    if (activity.end()) {
      activity.lines(status, nanoTime.getAsLong()).forEach(this::write);
    }
  }

  /**
   * Stops what could not be written down.
   *
   * @throws AuditUnavailableException if lines cannot be written now
   */
  public void requireWritable() {
    if (trouble != null && !flushed()) {
      throw new AuditUnavailableException();
    }
  }

  /** Why lines cannot be written, if the last one could not. Does not block. */
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  private synchronized void write(String line) {
    if (unwritten.size() == MOST_KEPT) {
      LOG.log(Level.ERROR, "Too much could not be audited; lost is {0}", unwritten.removeFirst());
    }
    unwritten.addLast(line);
    flushed();
  }

  private synchronized boolean flushed() {
    try {
      while (!unwritten.isEmpty()) {
        sink.write(unwritten.peekFirst());
        unwritten.removeFirst();
      }
      trouble = null;
      return true;
    } catch (IOException | RuntimeException e) {
      if (trouble == null) {
        LOG.log(
            Level.ERROR, "The audit log cannot be written; requests are refused until it can", e);
      }
      trouble = e.toString();
      return false;
    }
  }
}
