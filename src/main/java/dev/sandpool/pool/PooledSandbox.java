package dev.sandpool.pool;

import dev.sandpool.SandboxEvent.Source;
import dev.sandpool.Terminal;
import dev.sandpool.TerminalListener;
import dev.sandpool.backend.ForwardingSandbox;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.Terms;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.TerminalCommand;
import java.util.concurrent.CompletableFuture;

/**
 * A sandbox with what its pool knows of it.
 *
 * <p>Its {@link #state} is {@link Ledger}'s, changes only under {@link Admission}'s lock, and only
 * forwards: so whoever sets the last one, of a borrower, the watch and the upkeep, knows that
 * nobody else did.
 */
final class PooledSandbox extends ForwardingSandbox {

  enum State {
    MADE,
    WARM,
    LENT,
    GONE
  }

  /** Read and written by {@link Ledger} only. */
  State state = State.MADE;

  /** Whether it is warm, but about to be replaced; written by {@link Ledger} only. */
  volatile boolean old;

  private final Source source;
  private final long made;
  private volatile Loan loan;
  private volatile long probed;
  private volatile boolean claimed;

  /**
   * Wraps a sandbox.
   *
   * @param made when it became ready, as the pool's clock counts
   */
  PooledSandbox(ManagedSandbox sandbox, Source source, long made) {
    super(sandbox);
    this.source = source;
    this.made = made;
    probed = made;
  }

  Source source() {
    return source;
  }

  long made() {
    return made;
  }

  boolean isOld() {
    return old;
  }

  /** Whether it is time to try it again; called by one thread at a time. */
  boolean probe(long now, long interval) {
    boolean due = now - probed >= interval;
    probed = due ? now : probed;
    return due;
  }

  /** Whether it was marked as its borrower's. */
  boolean isClaimed() {
    return claimed;
  }

  /** Who has it; null before somebody has. */
  Loan loan() {
    return loan;
  }

  void lend(Loan to) {
    loan = to;
  }

  @Override
  public void claim(Terms terms) {
    super.claim(terms);
    claimed = true;
  }

  @Override
  public RunningCommand start(ShellCommand command, ByteSink sink) {
    RunningCommand running = super.start(command, sink);
    use(running.end());
    return running;
  }

  @Override
  public Terminal openTerminal(TerminalCommand command, TerminalListener listener) {
    Terminal terminal = super.openTerminal(command, listener);
    use(terminal.exit().toCompletableFuture());
    return terminal;
  }

  private void use(CompletableFuture<?> end) {
    Loan user = loan;
    if (user != null) {
      user.use(end);
    }
  }
}
