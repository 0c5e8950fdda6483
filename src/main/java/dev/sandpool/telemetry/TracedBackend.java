package dev.sandpool.telemetry;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.NetworkIsolation;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.SessionStore;
import dev.sandpool.backend.WarmStock;
import io.opentelemetry.api.trace.Span;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A span for each sandbox that is made: below its borrower's, or of its own to refill a pool. */
record TracedBackend(SandboxBackend backend, Spans spans) implements SandboxBackend {

  @Override
  public String mode() {
    return backend.mode();
  }

  @Override
  public ManagedSandbox create(SandboxSpec spec) {
    return made(spec, backend::create);
  }

  @Override
  public ManagedSandbox prepare(SandboxSpec spec) {
    return made(spec, backend::prepare);
  }

  @Override
  public WarmStock stock() {
    return backend.stock();
  }

  @Override
  public Optional<ManagedSandbox> find(String id) {
    return backend.find(id);
  }

  @Override
  public List<SandboxInfo> list() {
    return backend.list();
  }

  @Override
  public boolean delete(String id) {
    return backend.delete(id);
  }

  @Override
  public InstantSource clock() {
    return backend.clock();
  }

  @Override
  public boolean leads() {
    return backend.leads();
  }

  @Override
  public SessionStore sessions() {
    return backend.sessions();
  }

  @Override
  public Optional<String> trouble() {
    return backend.trouble();
  }

  @Override
  public Optional<NetworkIsolation> networkIsolation() {
    return backend.networkIsolation();
  }

  @Override
  public Optional<NetworkIsolation> proveNetworkIsolation() {
    return backend.proveNetworkIsolation();
  }

  @Override
  public void close() {
    backend.close();
  }

  private ManagedSandbox made(SandboxSpec spec, Function<SandboxSpec, ManagedSandbox> maker) {
    return spans.inside(
        "sandpool.create", spec.name(), (Span span) -> identified(span, maker.apply(spec)));
  }

  private static ManagedSandbox identified(Span span, ManagedSandbox made) {
    span.setAttribute(Names.SANDBOX, made.id());
    return made;
  }
}
