package dev.sandpool.pool;

import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxProcesses;
import dev.sandpool.Sandboxes;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** {@link Sandboxes} over the pools of all specifications and their back end. */
public final class PooledSandboxes implements Sandboxes {

  private final SandboxBackend backend;
  private final Map<String, SandboxPool> pools = new LinkedHashMap<>();
  private final ExecLimits limits;
  private final Function<ManagedSandbox, SandboxFiles> files;
  private final Function<Sandbox, SandboxProcesses> processes;
  private final ConcurrentMap<String, Loan> borrowed = new ConcurrentHashMap<>();

  /** A sandbox that this process lent, and the pool that it is from. */
  private record Loan(ManagedSandbox sandbox, SandboxPool pool) {
    void end() {
      pool.release(sandbox);
    }
  }

  /**
   * Joins the parts; owns none of them.
   *
   * @param backend finds the sandboxes that others hold
   * @param pools lend new ones, each those of its specification
   * @param limits for commands
   * @param files makes the file operations of a sandbox
   * @param processes makes the background processes of a sandbox
   */
  public PooledSandboxes(
      SandboxBackend backend,
      List<SandboxPool> pools,
      ExecLimits limits,
      Function<ManagedSandbox, SandboxFiles> files,
      Function<Sandbox, SandboxProcesses> processes) {
    this.backend = backend;
    pools.forEach(pool -> this.pools.put(pool.name(), pool));
    this.limits = limits;
    this.files = files;
    this.processes = processes;
  }

  @Override
  public Sandbox create(CreateRequest request) {
    SandboxPool pool = pool(request.spec());
    ManagedSandbox sandbox = pool.borrow(LabelRules.check(request.labels()));
    Loan loan = new Loan(sandbox, pool);
    borrowed.put(sandbox.id(), loan);
    sandbox.onLost(reason -> borrowed.remove(sandbox.id()));
    return handle(sandbox, held -> release(loan));
  }

  private SandboxPool pool(String spec) {
    return Optional.ofNullable(pools.get(spec))
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "spec",
                    spec,
                    "the specifications here are " + String.join(", ", pools.keySet())));
  }

  @Override
  public Optional<Sandbox> find(String id) {
    return Optional.ofNullable(borrowed.get(id))
        .map(Loan::sandbox)
        .or(() -> backend.find(id))
        .map(sandbox -> handle(sandbox, held -> {}));
  }

  @Override
  public List<SandboxInfo> list() {
    return backend.list();
  }

  @Override
  public boolean delete(String id) {
    Loan mine = borrowed.get(id);
    if (mine == null) {
      return backend.delete(id);
    }
    release(mine);
    return true;
  }

  @Override
  public List<PoolStatus> pools() {
    return pools.values().stream().map(SandboxPool::status).toList();
  }

  private void release(Loan loan) {
    borrowed.remove(loan.sandbox().id());
    loan.end();
  }

  private Sandbox handle(ManagedSandbox sandbox, Consumer<ManagedSandbox> close) {
    return new SandboxHandle(sandbox, files.apply(sandbox), processes, limits, close);
  }
}
