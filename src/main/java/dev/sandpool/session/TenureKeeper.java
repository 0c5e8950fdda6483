package dev.sandpool.session;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.CreateRequest;
import dev.sandpool.SandboxException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.Tenure;
import dev.sandpool.backend.Terms;
import dev.sandpool.pool.Tenancy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;

/**
 * Writes down when sandboxes are used, so that whoever ends the unused ones knows.
 *
 * <p>A write for each use would be a call of the API server for each command. So a use is written
 * only when the one before was a while ago: {@link #SPARING}, or a quarter of the idle time where
 * that is less. Until then it is remembered here, and {@link #round} writes it when that while is
 * over. What is written is therefore never older than a quarter of the idle time, and a sandbox is
 * not ended early; nor is one in which a long command runs, which is in use all the time.
 */
public final class TenureKeeper implements Tenancy {

  /** How long a use may go unwritten. */
  static final Duration SPARING = Duration.ofMinutes(1);

  private static final Logger LOG = System.getLogger(TenureKeeper.class.getName());
  private static final int PARTS = 4;
  private static final int ATTEMPTS = 5;

  private final TenureRules rules;
  private final InstantSource clock;
  private final Executor background;
  private final ConcurrentMap<String, Use> uses = new ConcurrentHashMap<>();

  /**
   * Joins the parts.
   *
   * @param clock the time that all replicas agree on
   * @param background for writes that nobody waits for
   */
  public TenureKeeper(TenureRules rules, InstantSource clock, Executor background) {
    this.rules = rules;
    this.clock = clock;
    this.background = background;
  }

  /** How a sandbox is used here. */
  final class Use {
    private final ManagedSandbox sandbox;
    private int running;
    private Instant last = Instant.MIN;
    private boolean writing;

    private Use(ManagedSandbox sandbox) {
      this.sandbox = sandbox;
    }

    private synchronized void begin() {
      running++;
      last = clock.instant();
    }

    /** What ran in it has ended. */
    synchronized void end() {
      running--;
      last = clock.instant();
    }

    /** When it was last used, which is now while something runs in it. */
    private synchronized Instant last() {
      return running > 0 ? clock.instant() : last;
    }

    /** Whether there is something to write now, which the caller then does. */
    private synchronized boolean startWriting() {
      Tenure written = sandbox.tenure();
      boolean due =
          !writing
              && last().isAfter(written.lastUse())
              && !clock.instant().isBefore(nextWrite(written));
      writing |= due;
      return due;
    }

    private synchronized void written() {
      writing = false;
    }

    private synchronized boolean isOver() {
      return running == 0
          && !writing
          && (sandbox.lost().isPresent() || !last.isAfter(sandbox.tenure().lastUse()));
    }
  }

  @Override
  public Terms terms(CreateRequest request) {
    return rules.terms(request, clock.instant());
  }

  @Override
  public ManagedSandbox tracked(ManagedSandbox sandbox) {
    return new TrackedSandbox(sandbox, this);
  }

  @Override
  public void renew(ManagedSandbox sandbox, Optional<Duration> ttl) {
    change(sandbox, tenure -> rules.renewed(tenure, ttl, clock.instant()));
  }

  /**
   * Notes that somebody comes for a sandbox, and makes sure that it does not end under them now.
   * Blocks.
   *
   * @throws SandboxLostException if it ended or expired before
   */
  void touch(ManagedSandbox sandbox) {
    Instant now = clock.instant();
    requireTime(sandbox, sandbox.tenure(), now);
    if (!now.isBefore(nextWrite(sandbox.tenure()))) {
      change(sandbox, tenure -> tenure.usedAt(now));
    }
  }

  /** Something runs in a sandbox from now on. Does not block. */
  Use begin(ManagedSandbox sandbox) {
    Use use =
        uses.compute(
            sandbox.id(),
            (id, known) -> {
              Use one = known == null ? new Use(sandbox) : known;
              one.begin();
              return one;
            });
    writeIfDue(use);
    return use;
  }

  /** When it was last used, as far as this process or what was written down tells. */
  Instant lastUse(String id, Instant written) {
    Instant here = Optional.ofNullable(uses.get(id)).map(Use::last).orElse(Instant.MIN);
    return here.isAfter(written) ? here : written;
  }

  /** Writes what is due, and forgets what is written. To be called about every second. */
  public void round() {
    uses.values().forEach(this::writeIfDue);
    uses.keySet().forEach(id -> uses.computeIfPresent(id, (key, use) -> use.isOver() ? null : use));
  }

  private void writeIfDue(Use use) {
    if (use.startWriting()) {
      try {
        background.execute(() -> write(use));
      } catch (RejectedExecutionException e) {
        // Sandpool is shutting down.
        use.written();
      }
    }
  }

  private void write(Use use) {
    try {
      change(use.sandbox, tenure -> tenure.usedAt(use.last()));
    } catch (SandboxException e) {
      // It is gone, or the back end is; who runs a command in it hears of that.
      LOG.log(Level.DEBUG, "The use of sandbox {0} is not written: {1}", use.sandbox.id(), e);
    } finally {
      use.written();
    }
  }

  private void change(ManagedSandbox sandbox, UnaryOperator<Tenure> change) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Tenure seen = sandbox.tenure();
      requireTime(sandbox, seen, clock.instant());
      Tenure next = change.apply(seen);
      if (next.equals(seen) || sandbox.renew(seen, next)) {
        return;
      }
    }
    throw new BackendUnavailableException(
        "Sandbox " + sandbox.id() + " cannot be renewed, as others change it all the time");
  }

  /** One whose time is over is ended soon, and may not be had again by being quick. */
  private void requireTime(ManagedSandbox sandbox, Tenure tenure, Instant now) {
    sandbox.requireUsable();
    // What runs in it now is used, whatever was written.
    if (tenure.usedAt(lastUse(sandbox.id(), tenure.lastUse())).isOver(now)) {
      throw new SandboxLostException(
          "Sandbox %s is lost: %s; create another one"
              .formatted(sandbox.id(), Expiry.words(tenure)));
    }
  }

  private static Instant nextWrite(Tenure tenure) {
    Duration quarter = tenure.idleTtl().map(idle -> idle.dividedBy(PARTS)).orElse(SPARING);
    return tenure.lastUse().plus(quarter.compareTo(SPARING) < 0 ? quarter : SPARING);
  }
}
