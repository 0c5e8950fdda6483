package dev.sandpool.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.proto.trace.v1.Span;
import jakarta.json.Json;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Metrics and spans leave the server: it is set to send them to a collector, played here. */
@Tag("service")
class ServerTelemetryIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient http = HttpClient.newHttpClient();
  private Collector collector;

  @BeforeEach
  void listen() throws Exception {
    collector = new Collector(Integer.getInteger("sandpool.it.otlp.port"));
  }

  @AfterEach
  void stop() {
    collector.close();
  }

  @Test
  void metricsArrive() throws Exception {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(collector.counts("sandpool.pool.sandbox.count"))
                    .containsEntry(List.of("default", "idle"), 2L)
                    .containsKeys(List.of("default", "active"), List.of("small", "idle")));
    long hits = hits();
    runInSandbox("true");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(hits()).isGreaterThan(hits);
              assertThat(collector.metric("sandpool.pool.borrow.duration")).isPresent();
              assertThat(collector.metric("sandpool.pool.create.duration")).isPresent();
              assertThat(collector.metric("sandpool.exec.duration"))
                  .hasValueSatisfying(metric -> assertThat(metric.getUnit()).isEqualTo("s"));
            });
  }

  @Test
  void spansArriveBelowTheirRequests() throws Exception {
    String id = runInSandbox("exit 5");

    Span exec = await().atMost(PATIENCE).until(() -> spanOf(id, "sandpool.exec"), s -> s != null);
    assertThat(Collector.attribute(exec, "process.exit.code")).contains("5");
    assertThat(Collector.attribute(exec, "sandpool.exec.outcome")).contains("failure");
    assertThat(requestAbove(exec)).isEqualTo("POST /api/v1/sandboxes/{id}/exec");
    Span borrow =
        await().atMost(PATIENCE).until(() -> spanOf(id, "sandpool.borrow"), s -> s != null);
    assertThat(Collector.attribute(borrow, "sandpool.pool.name")).contains("default");
    assertThat(requestAbove(borrow)).isEqualTo("POST /api/v1/sandboxes");
  }

  private long hits() {
    return collector.counts("sandpool.pool.hits").getOrDefault(List.of("default"), 0L);
  }

  private Span spanOf(String sandbox, String name) {
    return collector.spans(name).stream()
        .filter(span -> Collector.attribute(span, "sandpool.sandbox.id").orElse("").equals(sandbox))
        .findFirst()
        .orElse(null);
  }

  private String requestAbove(Span span) {
    return await()
        .atMost(PATIENCE)
        .until(() -> collector.span(span.getParentSpanId()), java.util.Optional::isPresent)
        .orElseThrow()
        .getName();
  }

  private String runInSandbox(String command) throws Exception {
    String id = field(send("POST", "sandboxes", "{}"), "id");
    send("POST", "sandboxes/" + id + "/exec", "{\"command\": \"" + command + "\"}");
    send("DELETE", "sandboxes/" + id, "");
    return id;
  }

  private String send(String method, String path, String body) throws Exception {
    URI server =
        URI.create(
            "http://"
                + System.getProperty("microshed_hostname")
                + ":"
                + System.getProperty("microshed_http_port")
                + "/api/v1/");
    return http.send(
            HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString())
        .body();
  }

  private static String field(String json, String name) {
    try (JsonReader reader = Json.createReader(new StringReader(json))) {
      return reader.readObject().getString(name);
    }
  }
}
