package dev.sandpool.bootstrap;

import dev.sandpool.CreateRequest;
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
}
