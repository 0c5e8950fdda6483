package dev.sandpool.bootstrap;

import dev.sandpool.SandboxFiles;
import dev.sandpool.Sandboxes;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.NetworkIsolation;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.SessionStore;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.files.ShellFiles;
import dev.sandpool.pool.Listeners;
import dev.sandpool.pool.PooledSandboxes;
import dev.sandpool.pool.SandboxPool;
import dev.sandpool.pool.Tenancy;
import dev.sandpool.processes.ShellProcesses;
import dev.sandpool.session.Housekeeping;
import dev.sandpool.session.KeyedSandboxes;
import dev.sandpool.session.Reaper;
import dev.sandpool.session.RedisSessions;
import dev.sandpool.session.SessionSandboxes;
import dev.sandpool.session.SessionSettings;
import dev.sandpool.session.SessionSettings.Runner;
import dev.sandpool.session.TenureKeeper;
import dev.sandpool.telemetry.Telemetry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * A running Sandpool: threads, back end and pools, put together from settings.
 *
 * <p>For programs without a container:
 *
 * <pre>{@code
 * try (Sandpool sandpool = Sandpool.start(SandpoolSettings.read(key -> Optional.empty()));
 *     Sandbox sandbox = sandpool.sandboxes().create()) {
 *   System.out.println(sandbox.execute("echo hello").stdout());
 * }
 * }</pre>
 */
public final class Sandpool implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Sandpool.class.getName());

  private final ExecThreads threads;
  private final SandboxBackend backend;
  private final List<SandboxPool> pools;
  private final Sandboxes sandboxes;
  private final SessionStore sessions;
  private final Housekeeping housekeeping;
  private final Runnable endOfWatching;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Sandpool(
      ExecThreads threads, SandboxBackend backend, SandpoolSettings settings, Observers observers) {
    Telemetry telemetry = new Telemetry(observers.telemetry());
    Listeners listeners = new Listeners(observers.with(telemetry.listener()).listeners());
    this.threads = threads;
    this.backend = telemetry.traced(backend);
    SessionSettings keeping = settings.sessions();
    TenureKeeper keeper = new TenureKeeper(keeping.rules(), backend.clock(), threads.blocking());
    pools = settings.pools().stream().map(plan -> pool(plan, keeper, listeners)).toList();
    PooledSandboxes pooled =
        new PooledSandboxes(
            this.backend,
            pools,
            settings.limits(),
            keeper,
            files(settings),
            ShellProcesses::new,
            threads.blocking(),
            listeners);
    sessions = keeping.redis().<SessionStore>map(RedisSessions::new).orElseGet(backend::sessions);
    Reaper reaper = new Reaper(backend, pooled::held, keeper, sessions, threads.blocking());
    housekeeping = new Housekeeping(keeper, reaper, keeping, backend::leads, System::nanoTime);
    sandboxes =
        telemetry.traced(
            new SessionSandboxes(pooled, new KeyedSandboxes(pooled, sessions, keeper), reaper));
    housekeeping.start(threads.timer(), threads.blocking());
    endOfWatching = telemetry.watch(sandboxes::pools);
  }

  private SandboxPool pool(PoolPlan plan, Tenancy tenancy, Listeners listeners) {
    return new SandboxPool(
        backend, plan.spec(), plan.pool(), tenancy, threads.timer(), threads.blocking(), listeners);
  }

  /** Scripts for files start in the root: a working directory can be deleted by its sandbox. */
  private static Function<ManagedSandbox, SandboxFiles> files(SandpoolSettings settings) {
    return sandbox -> new ShellFiles(sandbox::start, "/", settings.limits().maxTimeout());
  }

  /**
   * Starts one that tells nobody what happens.
   *
   * @see #start(SandpoolSettings, Observers)
   */
  public static Sandpool start(SandpoolSettings settings) {
    return start(settings, Observers.NONE);
  }

  /**
   * Starts one. The pools fill in the background, unless the settings say to wait for that.
   *
   * @param observers told of what happens, on the thread it happens on; each must return soon
   * @throws dev.sandpool.BackendUnavailableException if the back end cannot be used; nothing is
   *     left behind
   */
  public static Sandpool start(SandpoolSettings settings, Observers observers) {
    LOG.log(Level.INFO, "Sandpool starts with\n  {0}", settings.description());
    return open(settings, observers, threads -> Backends.open(settings, threads));
  }

  static Sandpool open(
      SandpoolSettings settings,
      Observers observers,
      Function<ExecThreads, SandboxBackend> backend) {
    ExecThreads threads = ExecThreads.create();
    try {
      return warm(over(backend.apply(threads), threads, settings, observers));
    } catch (RuntimeException e) {
      threads.close();
      throw e;
    }
  }

  private static Sandpool over(
      SandboxBackend backend, ExecThreads threads, SandpoolSettings settings, Observers observers) {
    try {
      return new Sandpool(threads, backend, settings, observers);
    } catch (RuntimeException e) {
      backend.close();
      throw e;
    }
  }

  private static Sandpool warm(Sandpool sandpool) {
    try {
      sandpool.pools.forEach(SandboxPool::warmUp);
      return sandpool;
    } catch (RuntimeException e) {
      sandpool.close();
      throw e;
    }
  }

  /** Creates and finds sandboxes; usable until {@link #close}. */
  public Sandboxes sandboxes() {
    return sandboxes;
  }

  /**
   * Ends sandboxes whose time is over, if it is time to look and this replica is the one to do it.
   * For a timer of the container: it does nothing unless {@code sandpool.reaper.runner} is {@code
   * timer}. May be called as often as one likes. Blocks, but not for another call that is at it.
   */
  public void reapIfDue() {
    housekeeping.reapIfDue(Runner.TIMER);
  }

  /** Where the sandboxes live. */
  public String mode() {
    return backend.mode();
  }

  /** Why no sandbox can be had now, from what is known already; never calls the back end. */
  public Optional<String> trouble() {
    return backend.trouble();
  }

  /**
   * Whether it is proved that sandboxes are cut off from what they may not reach, as far as is
   * known already; empty where there is nothing to prove. Never calls the back end.
   */
  public Optional<NetworkIsolation> networkIsolation() {
    return backend.networkIsolation();
  }

  /** The same, tried now; blocks for up to a few minutes. */
  public Optional<NetworkIsolation> proveNetworkIsolation() {
    return backend.proveNetworkIsolation();
  }

  /**
   * Lets running commands end, destroys the warm sandboxes and those whose handles end with this
   * process, side by side and within {@code sandpool.pool.shutdown-timeout}, and lets the back end
   * go. Detached ones live on where they can. A second call does nothing.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    endOfWatching.run();
    housekeeping.close();
    try {
      closePools();
    } finally {
      sessions.close();
      backend.close();
      threads.close();
    }
  }

  /** Side by side: each waits for its own sandboxes to be gone. */
  private void closePools() {
    CompletableFuture.allOf(
            pools.stream()
                .map(pool -> CompletableFuture.runAsync(pool::close, threads.blocking()))
                .toArray(CompletableFuture[]::new))
        .join();
  }
}
