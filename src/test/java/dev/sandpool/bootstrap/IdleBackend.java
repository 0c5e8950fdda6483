package dev.sandpool.bootstrap;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Has no sandboxes, makes none, and remembers whether it was closed. */
record IdleBackend(AtomicBoolean closed) implements SandboxBackend {

  @Override
  public String mode() {
    return "idle";
  }

  @Override
  public ManagedSandbox create(SandboxSpec spec) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<ManagedSandbox> find(String id) {
    return Optional.empty();
  }

  @Override
  public List<SandboxInfo> list() {
    return List.of();
  }

  @Override
  public boolean delete(String id) {
    return false;
  }

  @Override
  public Optional<String> trouble() {
    return Optional.empty();
  }

  @Override
  public void close() {
    closed.set(true);
  }
}
