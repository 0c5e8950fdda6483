package dev.sandpool.pool;

import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxInfo;
import dev.sandpool.Sandboxes;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/** {@link Sandboxes} over one pool and its back end. */
public final class PooledSandboxes implements Sandboxes {

  private final SandboxBackend backend;
  private final SandboxPool pool;
  private final ExecLimits limits;
  private final Function<ManagedSandbox, SandboxFiles> files;
  private final ConcurrentMap<String, ManagedSandbox> borrowed = new ConcurrentHashMap<>();

  /**
   * Joins the parts; owns none of them.
   *
   * @param backend finds the sandboxes that others hold
   * @param pool lends new ones
   * @param limits for commands
   * @param files makes the file operations of a sandbox
   */
  public PooledSandboxes(
      SandboxBackend backend,
      SandboxPool pool,
      ExecLimits limits,
      Function<ManagedSandbox, SandboxFiles> files) {
    this.backend = backend;
    this.pool = pool;
    this.limits = limits;
    this.files = files;
  }

  @Override
  public Sandbox create(Map<String, String> labels) {
    ManagedSandbox sandbox = pool.borrow(LabelRules.check(labels));
    borrowed.put(sandbox.id(), sandbox);
    sandbox.onLost(reason -> borrowed.remove(sandbox.id()));
    return handle(sandbox, this::release);
  }

  @Override
  public Optional<Sandbox> find(String id) {
    return Optional.ofNullable(borrowed.get(id))
        .or(() -> backend.find(id))
        .map(sandbox -> handle(sandbox, held -> {}));
  }

  @Override
  public List<SandboxInfo> list() {
    return backend.list();
  }

  @Override
  public boolean delete(String id) {
    ManagedSandbox mine = borrowed.get(id);
    if (mine == null) {
      return backend.delete(id);
    }
    release(mine);
    return true;
  }

  @Override
  public List<PoolStatus> pools() {
    return List.of(pool.status());
  }

  private void release(ManagedSandbox sandbox) {
    borrowed.remove(sandbox.id());
    pool.release(sandbox);
  }

  private Sandbox handle(
      ManagedSandbox sandbox, java.util.function.Consumer<ManagedSandbox> close) {
    return new SandboxHandle(sandbox, files.apply(sandbox), limits, close);
  }
}
