package dev.sandpool.pool;

import dev.sandpool.CreateRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Who has a sandbox, since when, and when it was last used.
 *
 * <p>Used means that a command runs in it, or a terminal is open: file and process operations are
 * commands too. To look at what is known of it is no use of it.
 */
final class Loan {

  private final CreateRequest request;
  private final Optional<Throwable> borrower;
  private final LongSupplier clock;
  private final long since;
  private final AtomicBoolean missed = new AtomicBoolean();
  private CompletableFuture<Void> idle = CompletableFuture.completedFuture(null);
  private int running;
  private long lastUse;

  /**
   * Begins now.
   *
   * @param borrower has the stack of who borrowed it, where that is noted
   * @param clock in nanoseconds
   */
  Loan(CreateRequest request, Optional<Throwable> borrower, LongSupplier clock) {
    this.request = request;
    this.borrower = borrower;
    this.clock = clock;
    since = clock.getAsLong();
    lastUse = since;
  }

  CreateRequest request() {
    return request;
  }

  Optional<Throwable> borrower() {
    return borrower;
  }

  long since() {
    return since;
  }

  /** For how many nanoseconds nothing has run in it; 0 while something does. */
  synchronized long unused() {
    return running > 0 ? 0 : clock.getAsLong() - lastUse;
  }

  /** Whether this is the first call: a leak is told once. */
  boolean miss() {
    return missed.compareAndSet(false, true);
  }

  /** Ends when nothing runs in it any more. */
  synchronized CompletableFuture<Void> idle() {
    return idle;
  }

  /** Something runs in it until that ends. */
  void use(CompletableFuture<?> end) {
    begin();
    end.whenComplete((result, error) -> end().complete(null));
  }

  private synchronized void begin() {
    if (running++ == 0) {
      idle = new CompletableFuture<>();
    }
  }

  /** What is to be told, which is somebody to tell only if this was the last. */
  private synchronized CompletableFuture<Void> end() {
    lastUse = clock.getAsLong();
    running--;
    return running == 0 ? idle : new CompletableFuture<>();
  }
}
