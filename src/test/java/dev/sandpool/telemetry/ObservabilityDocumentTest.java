package dev.sandpool.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.CreateRequest;
import dev.sandpool.GeneratedTable;
import dev.sandpool.SandboxEvent.Eviction;
import dev.sandpool.SandboxEvent.Outcome;
import dev.sandpool.SandboxEvent.Source;
import dev.sandpool.Sandboxes;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds docs/observability.md to what is really told. */
class ObservabilityDocumentTest {

  private static final Path DOCUMENT = Path.of("docs", "observability.md");

  @Test
  void tableIsWhatIsMeasured() throws IOException {
    new GeneratedTable(DOCUMENT, "metrics").requireSame(table(), ObservabilityDocumentTest.class);
  }

  @Test
  void everyAttributeIsExplained() throws IOException {
    assertThat(Files.readString(DOCUMENT))
        .contains(Names.all().stream().map(key -> "`" + key.getKey() + "`").toList());
  }

  @Test
  void everyValueIsExplained() throws IOException {
    assertThat(Files.readString(DOCUMENT))
        .contains(
            Stream.of(Source.values(), Eviction.values(), Outcome.values())
                .flatMap(Arrays::stream)
                .map(value -> "`" + Names.of(value) + "`")
                .toList());
  }

  @Test
  void everySpanIsExplained() throws IOException {
    String document = Files.readString(DOCUMENT);
    try (Recorder recorder = new Recorder()) {
      Telemetry telemetry = new Telemetry(recorder.telemetry());
      ScriptedSandboxes scripted = new ScriptedSandboxes();
      Sandboxes sandboxes = telemetry.traced(scripted.sandboxes());
      sandboxes.create(CreateRequest.of("python")).execute("true");
      sandboxes.getOrCreate(CreateRequest.of("python").withKey("thread 7"));
      telemetry.traced(scripted.backend()).create(Stubs.spec());

      assertThat(recorder.spans())
          .extracting(SpanData::getName)
          .contains("sandpool.borrow", "sandpool.get-or-create", "sandpool.create", "sandpool.exec")
          .allSatisfy(name -> assertThat(document).contains("\n| `" + name + "` | "));
    }
  }

  private static String table() {
    try (Recorder recorder = new Recorder()) {
      Telemetry telemetry = new Telemetry(recorder.telemetry());
      Recorder.oneOfEach().forEach(telemetry.listener());
      telemetry.watch(() -> List.of(Stubs.pool("python", 1)));
      return recorder.metrics().values().stream()
          .map(ObservabilityDocumentTest::row)
          .collect(
              Collectors.joining(
                  "",
                  "| metric | kind | unit | attributes | meaning |\n|---|---|---|---|---|\n",
                  ""));
    }
  }

  private static String row(MetricData metric) {
    String attributes =
        metric.getData().getPoints().stream()
            .flatMap(point -> point.getAttributes().asMap().keySet().stream())
            .map(AttributeKey::getKey)
            .distinct()
            .sorted()
            .map(key -> "`" + key + "`")
            .collect(Collectors.joining(", "));
    return "| `%s` | %s | `%s` | %s | %s |%n"
        .formatted(
            metric.getName(), kind(metric), metric.getUnit(), attributes, metric.getDescription());
  }

  private static String kind(MetricData metric) {
    if (metric.getType() == MetricDataType.HISTOGRAM) {
      return "histogram";
    }
    return metric.getLongSumData().isMonotonic() ? "counter" : "up-down counter";
  }
}
