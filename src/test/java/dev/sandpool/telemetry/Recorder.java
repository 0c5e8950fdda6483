package dev.sandpool.telemetry;

import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Borrowed;
import dev.sandpool.SandboxEvent.Closed;
import dev.sandpool.SandboxEvent.CreateFailed;
import dev.sandpool.SandboxEvent.Created;
import dev.sandpool.SandboxEvent.Evicted;
import dev.sandpool.SandboxEvent.Eviction;
import dev.sandpool.SandboxEvent.Executed;
import dev.sandpool.SandboxEvent.Expired;
import dev.sandpool.SandboxEvent.Leaked;
import dev.sandpool.SandboxEvent.Lost;
import dev.sandpool.SandboxEvent.Outcome;
import dev.sandpool.SandboxEvent.Refused;
import dev.sandpool.SandboxEvent.Source;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An OpenTelemetry that keeps what it is told, and an event of each kind to tell it. */
public final class Recorder implements AutoCloseable {

  private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(metrics).build())
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .build();

  public OpenTelemetry telemetry() {
    return sdk;
  }

  /** All metrics that have a value, by name. */
  public Map<String, MetricData> metrics() {
    Map<String, MetricData> byName = new TreeMap<>();
    metrics.collectAllMetrics().forEach(metric -> byName.put(metric.getName(), metric));
    return byName;
  }

  /** The spans that ended, in that order. */
  public List<SpanData> spans() {
    return spans.getFinishedSpanItems();
  }

  public List<SpanData> spans(String name) {
    return spans().stream().filter(span -> span.getName().equals(name)).toList();
  }

  /** One event of each kind, all of pool {@code python}. */
  static List<SandboxEvent> oneOfEach() {
    String pool = "python";
    return List.of(
        new Borrowed(pool, "sp-1", Source.WARM, Duration.ofMillis(13)),
        new Refused(pool, "all in use", Duration.ofSeconds(10)),
        new Created(pool, "sp-1", Duration.ofMillis(1500)),
        new CreateFailed(pool, "no image", Duration.ofSeconds(3)),
        new Evicted(pool, "sp-1", Eviction.IDLE),
        new Closed(pool, "sp-1", Duration.ofMinutes(2)),
        new Lost(pool, "sp-1", "OOMKilled"),
        new Expired(pool, "sp-1", "it was not used for 1h"),
        new Leaked(pool, "sp-1", Duration.ofHours(1), Optional.empty(), true),
        new Executed(pool, "sp-1", Outcome.TIMEOUT, Duration.ofSeconds(30)));
  }

  @Override
  public void close() {
    sdk.close();
  }
}
