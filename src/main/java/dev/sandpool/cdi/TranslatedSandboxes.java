package dev.sandpool.cdi;

import dev.sandpool.Acquired;
import dev.sandpool.CleanupRequest;
import dev.sandpool.CleanupResult;
import dev.sandpool.CreateRequest;
import dev.sandpool.PoolChange;
import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxInfo;
import dev.sandpool.Sandboxes;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What applications get injected: guarded calls, with Fault Tolerance's own exceptions in
 * Sandpool's words.
 */
final class TranslatedSandboxes implements Sandboxes {

  private final GuardedSandboxes guarded;
  private final Sandboxes unguarded;
  private final FaultWords words;

  TranslatedSandboxes(GuardedSandboxes guarded, Sandboxes unguarded, FaultWords words) {
    this.guarded = guarded;
    this.unguarded = unguarded;
    this.words = words;
  }

  @Override
  public Sandbox create(CreateRequest request) {
    try (Arrivals arrivals = new Arrivals()) {
      return arrivals.keep(translated("create", () -> guarded.create(request, arrivals)));
    }
  }

  @Override
  public Acquired getOrCreate(CreateRequest request) {
    return translated("getOrCreate", () -> guarded.getOrCreate(request));
  }

  /** Takes its time; what fails of it is told in the result. */
  @Override
  public CleanupResult cleanup(CleanupRequest request) {
    return unguarded.cleanup(request);
  }

  @Override
  public Optional<Sandbox> find(String id) {
    return translated("find", () -> guarded.find(id));
  }

  @Override
  public List<SandboxInfo> list() {
    return translated("list", guarded::list);
  }

  @Override
  public boolean delete(String id) {
    return translated("delete", () -> guarded.delete(id));
  }

  /** Known here already; nothing is called. */
  @Override
  public List<PoolStatus> pools() {
    return unguarded.pools();
  }

  /** Changes what this process does; nothing is called. */
  @Override
  public PoolStatus resize(String pool, PoolChange change) {
    return unguarded.resize(pool, change);
  }

  private <T> T translated(String method, Supplier<T> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      throw words.translate(method, e);
    }
  }
}
