package dev.sandpool.pool;

import dev.sandpool.PoolStatus.Leak;
import dev.sandpool.SandboxEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Finds borrowed sandboxes that somebody forgot: neither closed nor used for a time.
 *
 * <p>Detached ones are not looked at. They are meant to be found again by their ids, so that nobody
 * uses one for a while says nothing.
 */
final class LeakWatch {

  private static final Logger LOG = System.getLogger(LeakWatch.class.getName());

  private final String pool;
  private final LeakRules rules;
  private final Admission admission;
  private final Consumer<SandboxEvent> events;
  private final Consumer<PooledSandbox> reclaim;

  /**
   * Joins the parts.
   *
   * @param reclaim destroys one under its user
   */
  LeakWatch(
      String pool,
      LeakRules rules,
      Admission admission,
      Consumer<SandboxEvent> events,
      Consumer<PooledSandbox> reclaim) {
    this.pool = pool;
    this.rules = rules;
    this.admission = admission;
    this.events = events;
    this.reclaim = reclaim;
  }

  /** The stack of the caller, to be shown if it forgets its sandbox; empty where nobody looks. */
  Optional<Throwable> borrower() {
    return rules.areOff()
        ? Optional.empty()
        : Optional.of(new Throwable("The sandbox was borrowed here"));
  }

  /** Tells of each one that was found first, once, and reclaims it where that is wanted. */
  void round() {
    forgotten().filter(sandbox -> sandbox.loan().miss()).forEach(this::tell);
  }

  /** Those that seem forgotten now. */
  List<Leak> leaks() {
    return forgotten()
        .map(
            sandbox ->
                new Leak(
                    sandbox.id(),
                    Duration.ofNanos(sandbox.loan().unused()),
                    sandbox.loan().borrower().map(LeakWatch::place).orElse("")))
        .toList();
  }

  private Stream<PooledSandbox> forgotten() {
    if (rules.areOff()) {
      return Stream.empty();
    }
    long threshold = rules.threshold().toNanos();
    return admission.lent().stream()
        .filter(sandbox -> !sandbox.loan().request().detached())
        .filter(sandbox -> sandbox.loan().unused() >= threshold);
  }

  private void tell(PooledSandbox sandbox) {
    Loan loan = sandbox.loan();
    Duration unused = Duration.ofNanos(loan.unused());
    LOG.log(
        Level.WARNING,
        "Sandbox %s of pool '%s' was neither used nor closed for %d s%s"
            .formatted(
                sandbox.id(), pool, unused.toSeconds(), rules.reclaim() ? "; it is reclaimed" : ""),
        loan.borrower().orElse(null));
    if (rules.reclaim()) {
      reclaim.accept(sandbox);
    }
    events.accept(
        new SandboxEvent.Leaked(pool, sandbox.id(), unused, loan.borrower(), rules.reclaim()));
  }

  /** The first frame outside of Sandpool. */
  private static String place(Throwable borrower) {
    return Stream.of(borrower.getStackTrace())
        .filter(frame -> !frame.getClassName().startsWith("dev.sandpool."))
        .findFirst()
        .map(StackTraceElement::toString)
        .orElse("");
  }
}
