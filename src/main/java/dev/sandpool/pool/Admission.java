package dev.sandpool.pool;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.PoolExhaustedException;
import dev.sandpool.pool.Ledger.Counts;
import dev.sandpool.pool.PoolSettings.OnExhausted;
import dev.sandpool.pool.PooledSandbox.State;
import dev.sandpool.pool.Ticket.Grant;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Who gets a sandbox next, and whether there may be another one.
 *
 * <p>It stands before Commons Pool and does all the waiting. Commons Pool's own queue knows no
 * tenants; and at its limit a borrower waits there until objects that are being made are done, even
 * when another one comes free meanwhile. So here is one {@link Ledger} under one lock, and the
 * queues of those who wait.
 *
 * <p>Nothing slow happens under the lock. Instead a borrower is <em>granted</em> something: one of
 * the warm sandboxes, whichever Commons Pool hands out, or a place for another one. Then it acts,
 * and reports with {@link #lend} or {@link #undo}. A warm sandbox may be lost in between; the
 * borrower then comes back with the same ticket, whose number puts it before those who came later.
 *
 * <p>No wake-up is lost: whatever makes more possible (a sandbox is warm, a place is free, a limit
 * is higher) ends, under the same lock, with {@link #serve}, which grants until nobody who waits
 * can be served. So when a newcomer can be served at once, nobody waits for the same.
 */
final class Admission {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition stocked = lock.newCondition();
  private final String pool;
  private final Duration maxWait;
  private final OnExhausted onExhausted;
  private final Ledger ledger;
  private final TenantQueues waiting = new TenantQueues();
  private final AtomicLong tickets = new AtomicLong();

  Admission(String pool, PoolSettings settings) {
    this.pool = pool;
    maxWait = settings.maxWait();
    onExhausted = settings.onExhausted();
    ledger = new Ledger(onExhausted, settings.sizes());
  }

  /** A place in the order, from now on. */
  Ticket ticket(String tenant) {
    long deadline = System.nanoTime() + maxWait.toNanos();
    return new Ticket(tickets.getAndIncrement(), tenant, deadline);
  }

  /**
   * Waits until something can be granted.
   *
   * @throws PoolExhaustedException if nothing is in time
   * @throws BackendUnavailableException if the pool is closed meanwhile
   */
  Grant await(Ticket ticket) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      requireOpen();
      if (ledger.grant(ticket)) {
        return pickUp(ticket);
      }
      if (onExhausted == OnExhausted.FAIL) {
        throw exhausted(ticket, "");
      }
      return queue(ticket);
    } finally {
      lock.unlock();
    }
  }

  private Grant queue(Ticket ticket) throws InterruptedException {
    ticket.granted = lock.newCondition();
    waiting.add(ticket);
    try {
      while (ticket.grant == null) {
        requireOpen();
        long left = ticket.deadline() - System.nanoTime();
        if (left <= 0) {
          throw exhausted(ticket, " in " + maxWait.toMillis() + " ms");
        }
        ticket.granted.awaitNanos(left);
      }
      return pickUp(ticket);
    } finally {
      waiting.remove(ticket);
      giveBack(ticket);
    }
  }

  private static Grant pickUp(Ticket ticket) {
    Grant grant = ticket.grant;
    ticket.grant = null;
    return grant;
  }

  /** What was granted to one that was interrupted at that moment. */
  private void giveBack(Ticket ticket) {
    if (ticket.grant != null) {
      ledger.undo(ticket, pickUp(ticket));
      serve();
    }
  }

  /**
   * A borrower has what it was granted.
   *
   * @return whether it may keep it; not if it was lost or the pool closed meanwhile
   */
  boolean lend(Ticket ticket, Grant grant, PooledSandbox sandbox, Loan loan) {
    return changing(() -> ledger.lend(ticket, grant, sandbox, loan));
  }

  /** A borrower could not use what it was granted. */
  void undo(Ticket ticket, Grant grant) {
    change(() -> ledger.undo(ticket, grant));
  }

  /** Takes a place for one more to be made; false when there is none. */
  boolean reserve() {
    return reading(ledger::reserve);
  }

  /** Gives a reserved place back. */
  void release() {
    change(ledger::release);
  }

  /**
   * One that was made on a reserved place can be had.
   *
   * @return false if it is of no use: it is lost already, or the pool was closed
   */
  boolean stocked(PooledSandbox sandbox) {
    return changing(
        () -> {
          stocked.signalAll();
          return ledger.stocked(sandbox);
        });
  }

  /**
   * A sandbox is of no use any more.
   *
   * @return what it was until now; {@link State#GONE} if somebody else has said so before
   */
  State leave(PooledSandbox sandbox) {
    return changing(() -> ledger.leave(sandbox));
  }

  /**
   * Takes a warm sandbox away, if no borrower counts on it. Its place stays taken until the caller
   * has destroyed it and says so with {@link #vacate}.
   *
   * @return whether it is the caller's now
   */
  boolean withdraw(PooledSandbox sandbox) {
    return reading(() -> ledger.withdraw(sandbox));
  }

  /** One that was withdrawn is gone. */
  void vacate() {
    change(ledger::vacate);
  }

  /** Counts a warm sandbox no more as one that need not be made. */
  void age(PooledSandbox sandbox) {
    change(() -> ledger.age(sandbox));
  }

  /** The warm sandboxes, in the order in which they became so. */
  List<PooledSandbox> warm() {
    return reading(ledger::warm);
  }

  /** Those in somebody's hands. */
  List<PooledSandbox> lent() {
    return reading(ledger::lent);
  }

  /** One in somebody's hands. */
  Optional<PooledSandbox> lent(String id) {
    return reading(() -> ledger.lent(id));
  }

  /** Waits until so many are warm; returns whether they are. */
  boolean awaitWarm(int count, Duration most) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = most.toNanos();
      while (ledger.warm().size() < count && left > 0) {
        left = stocked.awaitNanos(left);
      }
      return ledger.warm().size() >= count;
    } finally {
      lock.unlock();
    }
  }

  /** How many warm ones nobody counts on and that are not about to be replaced. */
  int fresh() {
    return reading(ledger::fresh);
  }

  Counts counts() {
    return reading(() -> ledger.counts(waiting.size()));
  }

  PoolSizes sizes() {
    return ledger.sizes();
  }

  void resize(PoolSizes others) {
    change(() -> ledger.resize(others));
  }

  /** The stock that replicas share is another one; who waits may look at it again. */
  void stockChanged() {
    change(ledger::stockChanged);
  }

  /** Grants nothing any more, and sends away whoever waits. */
  void close() {
    change(
        () -> {
          ledger.close();
          waiting.forEach(ticket -> ticket.granted.signal());
        });
  }

  private void serve() {
    while (waiting.size() > 0) {
      Optional<Ticket> next = waiting.next(ledger::grant);
      if (next.isEmpty()) {
        return;
      }
      next.get().granted.signal();
    }
  }

  private <T> T reading(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  private <T> T changing(Supplier<T> action) {
    lock.lock();
    try {
      T result = action.get();
      serve();
      return result;
    } finally {
      lock.unlock();
    }
  }

  private void change(Runnable action) {
    changing(
        () -> {
          action.run();
          return null;
        });
  }

  private void requireOpen() {
    if (ledger.isClosed()) {
      throw new BackendUnavailableException("Pool '" + pool + "' is closed, as Sandpool stops");
    }
  }

  private PoolExhaustedException exhausted(Ticket ticket, String time) {
    return new PoolExhaustedException(
        Exhaustion.words(
            pool,
            ledger.sizes(),
            onExhausted,
            ledger.counts(waiting.size()),
            Optional.of(ticket.tenant()).filter(ledger::isCapped),
            time));
  }
}
