package dev.sandpool.telemetry;

import dev.sandpool.PoolStatus;
import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Borrowed;
import dev.sandpool.Sandboxes;
import dev.sandpool.backend.SandboxBackend;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Span;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Metrics and spans of one Sandpool. What they are called and mean is in {@code
 * docs/observability.md}. Thread-safe; nothing here blocks.
 */
public final class Telemetry {

  private final Meter meter;
  private final Spans spans;
  private final EventMetrics metrics;

  /**
   * Reports to an OpenTelemetry.
   *
   * @param target {@link OpenTelemetry#noop()} reports to nobody
   */
  public Telemetry(OpenTelemetry target) {
    meter = target.getMeter(Names.SCOPE);
    spans = new Spans(target.getTracer(Names.SCOPE));
    metrics = new EventMetrics(meter);
  }

  /** The same back end, with a span for each sandbox that it makes. */
  public SandboxBackend traced(SandboxBackend backend) {
    return new TracedBackend(backend, spans);
  }

  /** The same sandboxes, with a span for each borrowing and each command. */
  public Sandboxes traced(Sandboxes sandboxes) {
    return new TracedSandboxes(sandboxes, spans);
  }

  /** To be told of all events; of a borrowing on the borrower's thread. */
  public Consumer<SandboxEvent> listener() {
    return metrics.andThen(Telemetry::tellBorrower);
  }

  /**
   * Tells how pools stand whenever metrics are collected.
   *
   * @param pools must answer at once
   * @return ends it
   */
  public Runnable watch(Supplier<List<PoolStatus>> pools) {
    return new PoolGauges(meter, pools)::close;
  }

  /** Only the pool knows where a sandbox came from; the span of the borrowing is around it. */
  private static void tellBorrower(SandboxEvent event) {
    if (event instanceof Borrowed borrowed) {
      Span.current().setAttribute(Names.SOURCE, Names.of(borrowed.source()));
    }
  }
}
