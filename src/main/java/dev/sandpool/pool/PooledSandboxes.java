package dev.sandpool.pool;

import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.PoolChange;
import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxProcesses;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/** The pools of all specifications and their back end. Thread-safe. */
public final class PooledSandboxes {

  private final SandboxBackend backend;
  private final Map<String, SandboxPool> pools = new LinkedHashMap<>();
  private final ExecLimits limits;
  private final Tenancy tenancy;
  private final Function<ManagedSandbox, SandboxFiles> files;
  private final Function<Sandbox, SandboxProcesses> processes;
  private final Executor applications;
  private final Consumer<SandboxEvent> events;

  /**
   * Joins the parts; owns none of them.
   *
   * @param backend finds the sandboxes that others hold
   * @param pools lend new ones, each those of its specification
   * @param limits for commands
   * @param tenancy for how long they may be kept
   * @param files makes the file operations of a sandbox
   * @param processes makes the background processes of a sandbox
   * @param applications runs what applications do when a command ends, which may block
   * @param events told of each command that ends
   */
  public PooledSandboxes(
      SandboxBackend backend,
      List<SandboxPool> pools,
      ExecLimits limits,
      Tenancy tenancy,
      Function<ManagedSandbox, SandboxFiles> files,
      Function<Sandbox, SandboxProcesses> processes,
      Executor applications,
      Consumer<SandboxEvent> events) {
    this.backend = backend;
    pools.forEach(pool -> this.pools.put(pool.name(), pool));
    this.limits = limits;
    this.tenancy = tenancy;
    this.files = files;
    this.processes = processes;
    this.applications = applications;
    this.events = events;
  }

  /**
   * Takes a sandbox from the pool of its specification.
   *
   * @see dev.sandpool.Sandboxes#create(CreateRequest)
   */
  public Sandbox create(CreateRequest request) {
    SandboxPool pool = pool("spec", request.spec());
    CreateRequest checked = request.withLabels(LabelRules.check(request.labels()));
    // Refused before any sandbox is taken for it.
    tenancy.terms(checked);
    return handle(pool.borrow(checked), pool::release);
  }

  private SandboxPool pool(String field, String spec) {
    return Optional.ofNullable(pools.get(spec))
        .orElseThrow(
            () ->
                new InvalidValueException(
                    field,
                    spec,
                    "the specifications here are " + String.join(", ", pools.keySet())));
  }

  /** A sandbox that somebody holds. Blocks. */
  public Optional<ManagedSandbox> held(String id) {
    return pools.values().stream()
        .flatMap(pool -> pool.lent(id).stream())
        // The pool hears of a loss a moment later.
        .filter(lent -> lent.lost().isEmpty())
        .findFirst()
        .or(() -> backend.find(id));
  }

  /** A handle that does not own the sandbox. */
  public Sandbox handle(ManagedSandbox held) {
    return handle(held, sandbox -> {});
  }

  /** The sandboxes that somebody holds, oldest first. */
  public List<SandboxInfo> list() {
    return backend.list();
  }

  /** Destroys a sandbox; returns whether there was one. Blocks. */
  public boolean delete(String id) {
    for (SandboxPool pool : pools.values()) {
      Optional<ManagedSandbox> mine = pool.lent(id);
      if (mine.isPresent()) {
        pool.release(mine.get());
        return true;
      }
    }
    return backend.delete(id);
  }

  /** How each pool stands, the default one first. */
  public List<PoolStatus> pools() {
    return pools.values().stream().map(SandboxPool::status).toList();
  }

  /**
   * Changes sizes and rates of a pool.
   *
   * @throws InvalidValueException if there is no such pool, or they cannot work together
   */
  public PoolStatus resize(String pool, PoolChange change) {
    return pool("pool", pool).resize(change);
  }

  private Sandbox handle(ManagedSandbox sandbox, Consumer<ManagedSandbox> close) {
    ManagedSandbox tracked = tenancy.tracked(sandbox);
    return new SandboxHandle(
        tracked,
        files.apply(tracked),
        processes,
        limits,
        tenancy,
        used -> close.accept(sandbox),
        applications,
        events);
  }
}
