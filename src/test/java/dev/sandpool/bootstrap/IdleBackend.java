package dev.sandpool.bootstrap;

import dev.sandpool.backend.EmptyBackend;
import dev.sandpool.backend.NetworkIsolation;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Has no sandboxes, makes none, and remembers whether it was closed. */
final class IdleBackend extends EmptyBackend {

  private final AtomicBoolean closed;

  IdleBackend(AtomicBoolean closed) {
    this.closed = closed;
  }

  @Override
  public String mode() {
    return "idle";
  }

  @Override
  public Optional<NetworkIsolation> networkIsolation() {
    return Optional.of(NetworkIsolation.unknown("nobody tried"));
  }

  @Override
  public Optional<NetworkIsolation> proveNetworkIsolation() {
    return Optional.of(NetworkIsolation.ENFORCED);
  }

  @Override
  public void close() {
    closed.set(true);
  }
}
