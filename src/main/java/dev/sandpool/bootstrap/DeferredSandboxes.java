package dev.sandpool.bootstrap;

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

/** Hands each call to the sandboxes of the moment, which may refuse to be had. */
record DeferredSandboxes(Supplier<Sandboxes> current) implements Sandboxes {

  @Override
  public Sandbox create(CreateRequest request) {
    return current.get().create(request);
  }

  @Override
  public Acquired getOrCreate(CreateRequest request) {
    return current.get().getOrCreate(request);
  }

  @Override
  public CleanupResult cleanup(CleanupRequest request) {
    return current.get().cleanup(request);
  }

  @Override
  public Optional<Sandbox> find(String id) {
    return current.get().find(id);
  }

  @Override
  public List<SandboxInfo> list() {
    return current.get().list();
  }

  @Override
  public boolean delete(String id) {
    return current.get().delete(id);
  }

  @Override
  public List<PoolStatus> pools() {
    return current.get().pools();
  }

  @Override
  public PoolStatus resize(String pool, PoolChange change) {
    return current.get().resize(pool, change);
  }
}
