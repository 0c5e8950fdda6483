package dev.sandpool.telemetry;

import dev.sandpool.Acquired;
import dev.sandpool.CleanupRequest;
import dev.sandpool.CleanupResult;
import dev.sandpool.CreateRequest;
import dev.sandpool.PoolChange;
import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxInfo;
import dev.sandpool.Sandboxes;
import io.opentelemetry.api.trace.Span;
import java.util.List;
import java.util.Optional;

/** A span for each borrowing; what it lends and finds has spans for commands. */
record TracedSandboxes(Sandboxes sandboxes, Spans spans) implements Sandboxes {

  @Override
  public Sandbox create(CreateRequest request) {
    Sandbox lent =
        spans.inside(
            "sandpool.borrow", request.spec(), span -> identified(span, sandboxes.create(request)));
    return new TracedSandbox(lent, request.spec(), spans);
  }

  @Override
  public Acquired getOrCreate(CreateRequest request) {
    Acquired acquired =
        spans.inside(
            "sandpool.get-or-create",
            request.spec(),
            (Span span) -> {
              Acquired found = sandboxes.getOrCreate(request);
              identified(span, found.sandbox());
              return found;
            });
    return new Acquired(traced(acquired.sandbox()), acquired.origin(), acquired.reason());
  }

  @Override
  public CleanupResult cleanup(CleanupRequest request) {
    return sandboxes.cleanup(request);
  }

  @Override
  public Optional<Sandbox> find(String id) {
    return sandboxes.find(id).map(this::traced);
  }

  @Override
  public List<SandboxInfo> list() {
    return sandboxes.list();
  }

  @Override
  public boolean delete(String id) {
    return sandboxes.delete(id);
  }

  @Override
  public List<PoolStatus> pools() {
    return sandboxes.pools();
  }

  @Override
  public PoolStatus resize(String pool, PoolChange change) {
    return sandboxes.resize(pool, change);
  }

  private Sandbox traced(Sandbox found) {
    return new TracedSandbox(found, found.info().spec(), spans);
  }

  private static Sandbox identified(Span span, Sandbox lent) {
    span.setAttribute(Names.SANDBOX, lent.id());
    return lent;
  }
}
