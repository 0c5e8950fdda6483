package dev.sandpool.bootstrap;

import dev.sandpool.SandboxFiles;
import dev.sandpool.Sandboxes;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.files.ShellFiles;
import dev.sandpool.pool.PooledSandboxes;
import dev.sandpool.pool.SandboxPool;
import dev.sandpool.processes.ShellProcesses;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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

  private Sandpool(ExecThreads threads, SandboxBackend backend, SandpoolSettings settings) {
    this.threads = threads;
    this.backend = backend;
    pools = settings.pools().stream().map(this::pool).toList();
    sandboxes =
        new PooledSandboxes(
            backend, pools, settings.limits(), files(settings), ShellProcesses::new);
  }

  private SandboxPool pool(PoolPlan plan) {
    return new SandboxPool(backend, plan.spec(), plan.pool(), threads.timer(), threads.blocking());
  }

  /** Scripts for files start in the root: a working directory can be deleted by its sandbox. */
  private static Function<ManagedSandbox, SandboxFiles> files(SandpoolSettings settings) {
    return sandbox -> new ShellFiles(sandbox::start, "/", settings.limits().maxTimeout());
  }

  /**
   * Starts one. The pools fill in the background.
   *
   * @throws dev.sandpool.BackendUnavailableException if the back end cannot be used; nothing is
   *     left behind
   */
  public static Sandpool start(SandpoolSettings settings) {
    LOG.log(Level.INFO, "Sandpool starts with\n  {0}", settings.description());
    return open(settings, threads -> Backends.open(settings, threads));
  }

  static Sandpool open(SandpoolSettings settings, Function<ExecThreads, SandboxBackend> backend) {
    ExecThreads threads = ExecThreads.create();
    try {
      return new Sandpool(threads, backend.apply(threads), settings);
    } catch (RuntimeException e) {
      threads.close();
      throw e;
    }
  }

  /** Creates and finds sandboxes; usable until {@link #close}. */
  public Sandboxes sandboxes() {
    return sandboxes;
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
   * Destroys the warm sandboxes, side by side and within half a minute, and lets the back end go.
   * Sandboxes in somebody's hands live on where they can.
   */
  @Override
  public void close() {
    try {
      closePools();
    } finally {
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
