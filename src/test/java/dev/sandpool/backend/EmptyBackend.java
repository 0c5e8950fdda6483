package dev.sandpool.backend;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxSpec;
import java.util.List;
import java.util.Optional;

/** Has no sandboxes and makes none, for tests to begin with. */
public class EmptyBackend implements SandboxBackend {

  private final SessionStore sessions = new SessionsInMemory();

  @Override
  public String mode() {
    return "empty";
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
  public SessionStore sessions() {
    return sessions;
  }

  @Override
  public Optional<String> trouble() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
