package dev.sandpool.bootstrap;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.PoolStatus;
import dev.sandpool.Sandboxes;
import dev.sandpool.backend.DaemonThreads;
import dev.sandpool.backend.NetworkIsolation;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Starts Sandpool for a service, and goes on trying while its back end cannot be used.
 *
 * <p>A service that comes up before its cluster, or without one, must say so rather than die: until
 * a start succeeds, {@link #sandboxes} refuses each call with the reason, and {@link #trouble} has
 * it. The first reason is logged in one line.
 */
public final class SandpoolSupervisor implements AutoCloseable {

  private static final Logger LOG = System.getLogger(SandpoolSupervisor.class.getName());

  private static final String STARTING = "Sandpool is starting";

  private final SandpoolSettings settings;
  private final Supplier<Sandpool> starter;
  private final Duration pause;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("sandpool-start"));
  private final Sandboxes sandboxes = new DeferredSandboxes(() -> running().sandboxes());

  private Sandpool running;
  private String reason = STARTING;
  private boolean closed;

  /**
   * Tries to start at once, and every ten seconds if that fails.
   *
   * @param observers told of what happens, on the thread it happens on; each must return soon
   */
  public static SandpoolSupervisor start(SandpoolSettings settings, Observers observers) {
    LOG.log(Level.INFO, "Sandpool starts with\n  {0}", settings.description());
    return new SandpoolSupervisor(
        settings,
        () -> Sandpool.open(settings, observers, threads -> Backends.open(settings, threads)),
        Duration.ofSeconds(10));
  }

  SandpoolSupervisor(SandpoolSettings settings, Supplier<Sandpool> starter, Duration pause) {
    this.settings = settings;
    this.starter = starter;
    this.pause = pause;
    attempt();
  }

  /** Creates and finds sandboxes; throws {@link BackendUnavailableException} until started. */
  public Sandboxes sandboxes() {
    return sandboxes;
  }

  /** Where the sandboxes live. */
  public String mode() {
    return settings.mode();
  }

  /** All settings. */
  public SandpoolSettings settings() {
    return settings;
  }

  /** Why no sandbox can be had now, from what is known already; never blocks. */
  public synchronized Optional<String> trouble() {
    return running == null ? Optional.of(reason) : running.trouble();
  }

  /** Whether sandboxes are proved to be cut off, in words; empty where nobody tells. */
  public synchronized Optional<String> networkIsolation() {
    return Optional.ofNullable(running)
        .flatMap(Sandpool::networkIsolation)
        .map(NetworkIsolation::toString);
  }

  /**
   * Ends sandboxes whose time is over, if {@code sandpool.reaper.runner} is {@code timer}, it is
   * time to look and this replica is the one to do it; nothing until started. Blocks.
   *
   * @see Sandpool#reapIfDue
   */
  public void reapIfDue() {
    Optional<Sandpool> started;
    synchronized (this) {
      started = Optional.ofNullable(running);
    }
    started.ifPresent(Sandpool::reapIfDue);
  }

  /** How each pool stands; empty until started. Never blocks. */
  public synchronized List<PoolStatus> pools() {
    return running == null ? List.of() : running.sandboxes().pools();
  }

  /** Stops trying, and closes what was started. */
  @Override
  public void close() {
    timer.shutdownNow();
    Optional.ofNullable(takeForClose()).ifPresent(Sandpool::close);
  }

  private synchronized Sandpool takeForClose() {
    Sandpool last = running;
    running = null;
    closed = true;
    reason = "Sandpool was shut down";
    return last;
  }

  private synchronized Sandpool running() {
    if (running == null) {
      throw new BackendUnavailableException(reason);
    }
    return running;
  }

  private void attempt() {
    try {
      adopt(starter.get());
    } catch (RuntimeException e) {
      failed(Optional.ofNullable(e.getMessage()).orElse(e.toString()), e);
    }
  }

  private void adopt(Sandpool started) {
    if (!keep(started)) {
      started.close();
    }
  }

  private synchronized boolean keep(Sandpool started) {
    if (!closed) {
      running = started;
      LOG.log(Level.INFO, "Mode {0} is in use", mode());
    }
    return !closed;
  }

  private synchronized void failed(String why, RuntimeException error) {
    if (closed) {
      return;
    }
    Level level = reason.equals(STARTING) ? Level.ERROR : Level.DEBUG;
    LOG.log(level, "Mode {0} cannot be used, and is tried again: {1}", mode(), why);
    LOG.log(Level.DEBUG, "The attempt failed", error);
    reason = why;
    timer.schedule(this::attempt, pause.toMillis(), TimeUnit.MILLISECONDS);
  }
}
