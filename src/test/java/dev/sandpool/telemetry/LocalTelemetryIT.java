package dev.sandpool.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Borrowed;
import dev.sandpool.SandboxEvent.Closed;
import dev.sandpool.SandboxEvent.Created;
import dev.sandpool.SandboxEvent.Executed;
import dev.sandpool.bootstrap.Observers;
import dev.sandpool.bootstrap.Sandpool;
import dev.sandpool.bootstrap.SandpoolSettings;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All that a Sandpool tells of real sandboxes, from pool to trace. */
class LocalTelemetryIT {

  private final Recorder recorder = new Recorder();
  private final Queue<SandboxEvent> events = new ConcurrentLinkedQueue<>();
  private Sandpool sandpool;

  @BeforeEach
  void start() {
    Map<String, String> settings = Map.of("sandpool.mode", "local", "sandpool.pool.min-idle", "1");
    try {
      sandpool =
          Sandpool.start(
              SandpoolSettings.read(key -> Optional.ofNullable(settings.get(key))),
              Observers.of(recorder.telemetry()).with(events::add));
    } catch (BackendUnavailableException e) {
      if (Boolean.parseBoolean(System.getenv("CI"))) {
        throw e;
      }
      abort(e.getMessage());
    }
    await().until(() -> status().available() == 1);
  }

  @AfterEach
  void stop() {
    if (sandpool != null) {
      sandpool.close();
    }
    recorder.close();
  }

  @Test
  void lifeOfASandboxIsToldOnceByEachMeans() {
    try (Sandbox sandbox = sandpool.sandboxes().create()) {
      sandbox.execute("exit 3");
      sandbox.files().list("/tmp");
    }

    await().until(() -> status().available() == 1 && status().active() == 0);
    assertThat(count("sandpool.pool.hits")).isEqualTo(status().hits()).isEqualTo(1);
    assertThat(recorder.metrics()).doesNotContainKey("sandpool.pool.misses");
    assertThat(timed("sandpool.pool.borrow.duration")).isEqualTo(1);
    assertThat(timed("sandpool.pool.create.duration")).isEqualTo(2);
    assertThat(timed("sandpool.pool.use.duration")).isEqualTo(1);
    assertThat(timed("sandpool.exec.duration")).isEqualTo(1);
    assertThat(recorder.spans("sandpool.create")).hasSize(2);
    assertThat(recorder.spans("sandpool.exec")).hasSize(1);
    SpanData borrow = recorder.spans("sandpool.borrow").get(0);
    assertThat(borrow.getAttributes().get(Names.SOURCE)).isEqualTo("warm");
    assertThat(events)
        .hasOnlyElementsOfTypes(Borrowed.class, Closed.class, Created.class, Executed.class)
        .hasSize(5);
  }

  @Test
  void callersThatFindNoneWarmShowWhatTheyWaitedFor() {
    try (Sandbox first = sandpool.sandboxes().create();
        Sandbox second = sandpool.sandboxes().create()) {
      assertThat(first.id()).isNotEqualTo(second.id());
    }

    SpanData cold =
        recorder.spans("sandpool.borrow").stream()
            .filter(span -> "created".equals(span.getAttributes().get(Names.SOURCE)))
            .findFirst()
            .orElseThrow();
    assertThat(recorder.spans("sandpool.create"))
        .anyMatch(create -> create.getParentSpanId().equals(cold.getSpanId()));
    assertThat(count("sandpool.pool.misses")).isEqualTo(1);
  }

  @Test
  void closedSandpoolShowsNoPools() {
    assertThat(recorder.metrics()).containsKey("sandpool.pool.sandbox.count");

    sandpool.close();

    assertThat(recorder.metrics()).doesNotContainKey("sandpool.pool.sandbox.count");
  }

  private PoolStatus status() {
    return sandpool.sandboxes().pools().get(0);
  }

  private long count(String name) {
    return metric(name).getLongSumData().getPoints().stream()
        .mapToLong(LongPointData::getValue)
        .sum();
  }

  private long timed(String name) {
    return metric(name).getHistogramData().getPoints().stream()
        .mapToLong(point -> point.getCount())
        .sum();
  }

  private MetricData metric(String name) {
    assertThat(recorder.metrics()).containsKey(name);
    return recorder.metrics().get(name);
  }
}
