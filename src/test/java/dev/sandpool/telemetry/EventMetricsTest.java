package dev.sandpool.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Borrowed;
import dev.sandpool.SandboxEvent.CreateFailed;
import dev.sandpool.SandboxEvent.Evicted;
import dev.sandpool.SandboxEvent.Eviction;
import dev.sandpool.SandboxEvent.Executed;
import dev.sandpool.SandboxEvent.Expired;
import dev.sandpool.SandboxEvent.Lost;
import dev.sandpool.SandboxEvent.Outcome;
import dev.sandpool.SandboxEvent.Refused;
import dev.sandpool.SandboxEvent.Source;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventMetricsTest {

  private static final Attributes PYTHON = Attributes.of(Names.POOL, "python");

  private final Recorder recorder = new Recorder();
  private final Consumer<SandboxEvent> listener = new Telemetry(recorder.telemetry()).listener();

  @AfterEach
  void shutDown() {
    recorder.close();
  }

  @Test
  void anEventOfEachKindIsTried() {
    assertThat(Recorder.oneOfEach().stream().map(Object::getClass))
        .containsExactlyInAnyOrder(SandboxEvent.class.getPermittedSubclasses());
  }

  @ParameterizedTest
  @MethodSource("dev.sandpool.telemetry.Recorder#oneOfEach")
  void everyKindOfEventCounts(SandboxEvent event) {
    assertThat(recorder.metrics()).isEmpty();

    listener.accept(event);

    assertThat(recorder.metrics()).isNotEmpty();
  }

  @Test
  void borrowsAreHitsOrMissesAndTimedBySource() {
    listener.accept(new Borrowed("python", "a", Source.WARM, Duration.ofMillis(10)));
    listener.accept(new Borrowed("python", "b", Source.WARM, Duration.ofMillis(30)));
    listener.accept(new Borrowed("python", "c", Source.SHARED, Duration.ofMillis(40)));
    listener.accept(new Borrowed("python", "d", Source.CREATED, Duration.ofSeconds(2)));

    listener.accept(new Refused("python", "all in use", Duration.ofSeconds(10)));

    assertThat(counts("sandpool.pool.hits")).containsExactly(entry(PYTHON, 2L));
    assertThat(counts("sandpool.pool.misses")).containsExactly(entry(PYTHON, 3L));
    assertThat(counts("sandpool.pool.refusals")).containsExactly(entry(PYTHON, 1L));
    assertThat(seconds("sandpool.pool.borrow.duration", Names.SOURCE))
        .containsOnly(entry("warm", 0.04), entry("shared", 0.04), entry("created", 2.0));
  }

  @Test
  void everyReasonAndOutcomeIsASeriesOfItsOwn() {
    for (Eviction why : Eviction.values()) {
      listener.accept(new Evicted("python", "a", why));
    }
    for (Outcome outcome : Outcome.values()) {
      listener.accept(new Executed("python", "a", outcome, Duration.ofMillis(250)));
    }

    assertThat(counts("sandpool.pool.evictions").keySet())
        .extracting(attributes -> attributes.get(Names.EVICTION))
        .containsExactlyInAnyOrder("lost", "taken", "idle", "surplus");
    assertThat(seconds("sandpool.exec.duration", Names.OUTCOME))
        .containsOnlyKeys("success", "failure", "timeout", "cancelled", "error")
        .containsEntry("timeout", 0.25);
  }

  @Test
  void oneThatExpiredIsNotCountedAsLost() {
    listener.accept(new Lost("python", "a", "node gone"));
    listener.accept(new Lost("python", "b", "node gone"));
    listener.accept(new Expired("python", "c", "it was not used for 1h"));

    assertThat(counts("sandpool.pool.losses")).containsExactly(entry(PYTHON, 2L));
    assertThat(counts("sandpool.pool.expirations")).containsExactly(entry(PYTHON, 1L));
  }

  /** A series stays in memory for as long as the process lives, here and where it is sent. */
  @Test
  void nothingWithoutBoundMakesSeries() {
    for (int i = 0; i < 1000; i++) {
      String id = "sp-" + i;
      listener.accept(new Borrowed("python", id, Source.WARM, Duration.ofMillis(i)));
      listener.accept(new Refused("python", "all in use since " + i, Duration.ofMillis(i)));
      listener.accept(new CreateFailed("python", "no node for " + id, Duration.ofMillis(i)));
      listener.accept(new Lost("python", id, "deleted by " + i));
      listener.accept(new Expired("python", id, "its time was over at " + i));
      listener.accept(new Executed("python", id, Outcome.SUCCESS, Duration.ofMillis(i)));
    }

    assertThat(recorder.metrics().values())
        .hasSizeGreaterThan(5)
        .allSatisfy(metric -> assertThat(metric.getData().getPoints()).hasSize(1));
  }

  /** Buckets for milliseconds, which SDKs take by default, would put all seconds into one. */
  @Test
  void millisecondsAndMinutesFallInDifferentBuckets() {
    for (String millis : new String[] {"2", "20", "200", "2000", "20000"}) {
      listener.accept(
          new Borrowed("python", "a", Source.WARM, Duration.ofMillis(Long.parseLong(millis))));
    }

    HistogramPointData point =
        metric("sandpool.pool.borrow.duration").getHistogramData().getPoints().iterator().next();
    assertThat(point.getCounts()).filteredOn(count -> count > 0).hasSize(5);
  }

  private Map<Attributes, Long> counts(String name) {
    return metric(name).getLongSumData().getPoints().stream()
        .collect(Collectors.toMap(LongPointData::getAttributes, LongPointData::getValue));
  }

  private Map<String, Double> seconds(String name, AttributeKey<String> key) {
    return metric(name).getHistogramData().getPoints().stream()
        .collect(
            Collectors.toMap(point -> point.getAttributes().get(key), HistogramPointData::getSum));
  }

  private MetricData metric(String name) {
    Map<String, MetricData> all = recorder.metrics();
    assertThat(all).as(Arrays.toString(all.keySet().toArray())).containsKey(name);
    return all.get(name);
  }
}
