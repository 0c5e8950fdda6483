package dev.sandpool.pool;

import java.util.concurrent.locks.Condition;

/**
 * A borrower's place in the order. Its fields that change are {@link Admission}'s and {@link
 * Ledger}'s.
 */
final class Ticket implements Comparable<Ticket> {

  /** What a borrower may do: take a warm one, or have a place for another one. */
  enum Grant {
    WARM,
    COLD
  }

  /** What it was granted and has not picked up. */
  Grant grant;

  /** The state of the shared stock that it looked at last. */
  long stockSeen = -1;

  /** Signalled with the grant; null until it has to wait. */
  Condition granted;

  private final long number;
  private final String tenant;
  private final long deadline;

  /**
   * A new one.
   *
   * @param number grows from one to the next
   * @param deadline as {@link System#nanoTime} counts
   */
  Ticket(long number, String tenant, long deadline) {
    this.number = number;
    this.tenant = tenant;
    this.deadline = deadline;
  }

  String tenant() {
    return tenant;
  }

  long deadline() {
    return deadline;
  }

  @Override
  public int compareTo(Ticket other) {
    return Long.compare(number, other.number);
  }
}
