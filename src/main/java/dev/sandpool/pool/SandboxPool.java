package dev.sandpool.pool;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.PoolChange;
import dev.sandpool.PoolExhaustedException;
import dev.sandpool.PoolStatus;
import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.WarmStock;
import dev.sandpool.pool.Ledger.Counts;
import dev.sandpool.pool.PoolSettings.OnExhausted;
import dev.sandpool.pool.PoolSettings.WarmUp;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Fresh sandboxes, made ahead.
 *
 * <p>Borrowing takes a warm one; with none left it makes one on the caller's thread, or waits, as
 * {@link OnExhausted} says. Each sandbox is lent once: {@link #release} destroys it. One that ends
 * while it waits leaves the pool at once. Thread-safe.
 *
 * <p>This class puts the parts together. {@link Admission} decides who gets what, {@link Shelf}
 * holds what is warm, {@link Lending} and {@link Exits} are the ways out. {@link SandboxMaker} and
 * {@link Filling} make more, {@link Refiller} says when, {@link Demand} how many.
 */
public final class SandboxPool implements AutoCloseable {

  private static final Logger LOG = System.getLogger(SandboxPool.class.getName());
  private static final Duration ROUND = Duration.ofSeconds(1);

  private final SandboxSpec spec;
  private final ExecutorService background;
  private final WarmStock stock;
  private final LongSupplier clock;
  private final Listeners events;
  private final Statistics statistics = new Statistics();
  private final Demand demand;
  private final Admission admission;
  private final Shelf shelf;
  private final Exits exits;
  private final SandboxMaker maker;
  private final Lending lending;
  private final Refiller refiller;
  private final WarmKeeper keeper;
  private final LeakWatch leaks;
  private final LivenessProbe liveness;
  private final ScheduledFuture<?> rounds;
  private final AtomicBoolean inRound = new AtomicBoolean();
  private volatile PoolSettings settings;

  /**
   * Makes a pool and starts to fill it; does not wait for that.
   *
   * @param backend makes the sandboxes; not closed with the pool
   * @param spec what to make; gives the pool its name
   * @param settings sizes and times
   * @param tenancy on what terms they are lent
   * @param timer for attempts after a failure; shared
   * @param background for what must not hold up a caller; shared
   * @param listener told of what happens, on the thread it happens on
   */
  public SandboxPool(
      SandboxBackend backend,
      SandboxSpec spec,
      PoolSettings settings,
      Tenancy tenancy,
      ScheduledExecutorService timer,
      ExecutorService background,
      Consumer<SandboxEvent> listener) {
    this(backend, spec, settings, tenancy, timer, background, listener, System::nanoTime);
  }

  SandboxPool(
      SandboxBackend backend,
      SandboxSpec spec,
      PoolSettings settings,
      Tenancy tenancy,
      ScheduledExecutorService timer,
      ExecutorService background,
      Consumer<SandboxEvent> listener,
      LongSupplier clock) {
    this.spec = spec;
    this.settings = settings;
    this.background = background;
    this.clock = clock;
    stock = backend.stock();
    demand = new Demand(clock, spec.startupTimeout());
    events = new Listeners(List.of(demand, statistics, listener));
    admission = new Admission(name(), settings);
    shelf = new Shelf(name());
    exits =
        new Exits(
            name(), admission, shelf, events, background, clock, backend.clock(), this::refill);
    maker = new SandboxMaker(backend, spec, exits::lost, events, clock);
    lending =
        new Lending(spec, settings.onExhausted(), admission, shelf, stock, maker, exits, tenancy);
    RefillRate rate = new RefillRate(() -> admission.sizes().refillRate(), clock);
    Filling filling = new Filling(spec, stock, maker, rate, admission, shelf, exits::discard);
    refiller =
        new Refiller(
            name(),
            () -> admission.sizes().refillParallelism(),
            () -> wanted() - admission.fresh(),
            filling::addOne,
            timer,
            InstantSource.system());
    keeper = new WarmKeeper(admission, this::wanted, settings.maxIdleTime(), clock, exits::evict);
    leaks = new LeakWatch(name(), settings.leaks(), admission, events, exits::reclaim);
    liveness =
        new LivenessProbe(name(), settings.livenessInterval(), admission, clock, exits::evict);
    stock.onChange(this::stockChanged);
    refiller.wake();
    rounds =
        timer.scheduleWithFixedDelay(
            () -> background.execute(this::round),
            ROUND.toMillis(),
            ROUND.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /** Its name, which is its specification's. */
  public String name() {
    return spec.name();
  }

  /**
   * Waits until the least number is warm, if the settings say so, for no longer than a sandbox may
   * take to start. Without that number it says so in the log, and goes on.
   */
  public void warmUp() {
    int floor = stock.share(spec, settings.sizes().minIdle());
    if (settings.warmUp() == WarmUp.SERVE || floor == 0) {
      return;
    }
    try {
      if (!admission.awaitWarm(floor, spec.startupTimeout())) {
        LOG.log(
            Level.WARNING,
            "Pool {0} has {1} of {2} warm sandboxes after {3} s, and goes on filling{4}",
            name(),
            admission.counts().warm(),
            floor,
            spec.startupTimeout().toSeconds(),
            maker.lastError().map(error -> "; the last error: " + error).orElse(""));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Lends a sandbox.
   *
   * @param request whose labels are checked already
   * @throws PoolExhaustedException if there is none in time
   * @throws SandboxException if one has to be made and can't
   * @throws BackendUnavailableException if the pool is closed
   */
  public ManagedSandbox borrow(CreateRequest request) {
    long start = clock.getAsLong();
    try {
      Loan loan = new Loan(request, leaks.borrower(), clock);
      PooledSandbox sandbox = lending.lend(request, loan);
      Duration waited = Duration.ofNanos(clock.getAsLong() - start);
      events.accept(new SandboxEvent.Borrowed(name(), sandbox.id(), sandbox.source(), waited));
      return sandbox;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxException("Interrupted while waiting for a sandbox", e);
    } catch (RuntimeException e) {
      Duration waited = Duration.ofNanos(clock.getAsLong() - start);
      events.accept(new SandboxEvent.Refused(name(), String.valueOf(e.getMessage()), waited));
      throw e;
    } finally {
      refiller.wake();
    }
  }

  /** Destroys a borrowed sandbox and frees its place. Idempotent. */
  public void release(ManagedSandbox borrowed) {
    exits.release((PooledSandbox) borrowed);
  }

  /** A sandbox that is lent, by its id. */
  Optional<ManagedSandbox> lent(String id) {
    return admission.lent(id).map(ManagedSandbox.class::cast);
  }

  /** How the pool stands now. */
  public PoolStatus status() {
    Counts now = admission.counts();
    PoolSizes sizes = admission.sizes();
    return new PoolStatus(
        name(),
        now.warm(),
        now.lent(),
        now.creating(),
        now.waiting(),
        now.total(),
        wanted(),
        sizes.minIdle(),
        sizes.ceiling(),
        sizes.maxTotal(),
        statistics.hits(),
        statistics.misses(),
        statistics.evictions(),
        maker.lastError().or(() -> stock.held(spec)),
        refiller.nextAttempt(),
        leaks.leaks());
  }

  /**
   * Changes sizes and rates.
   *
   * @throws InvalidValueException if they cannot work together; then nothing has changed
   */
  public synchronized PoolStatus resize(PoolChange change) {
    settings = settings.with(change);
    admission.resize(settings.sizes());
    LOG.log(Level.INFO, "Pool {0} was changed: {1}", name(), settings.sizes());
    refiller.wake();
    return status();
  }

  /**
   * Stops refilling, and destroys the warm sandboxes and those that end with this process, side by
   * side and within the shutdown timeout. Detached ones are left.
   */
  @Override
  public void close() {
    long deadline = System.nanoTime() + settings.shutdownTimeout().toNanos();
    rounds.cancel(false);
    admission.close();
    liveness.close();
    refiller.close(settings.shutdownTimeout().dividedBy(2));
    Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    new Drain(name(), background, exits::release).run(admission.warm(), admission.lent(), left);
    shelf.close();
  }

  private int wanted() {
    return stock.share(spec, demand.wanted(admission.sizes()));
  }

  private void refill() {
    refiller.wake();
  }

  private void stockChanged() {
    admission.stockChanged();
    refiller.wake();
  }

  /** What the clock brings: one at a time, and none that waits for another. */
  void round() {
    if (inRound.compareAndSet(false, true)) {
      try {
        keeper.round();
        leaks.round();
        liveness.round();
        refiller.wake();
      } finally {
        inRound.set(false);
      }
    }
  }
}
