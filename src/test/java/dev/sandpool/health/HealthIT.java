package dev.sandpool.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a cluster's probes and an API's readers see. */
@Tag("service")
class HealthIT {

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void isReadyOnceThePoolIs() {
    await().atMost(Duration.ofSeconds(30)).until(() -> get("/health/ready").statusCode() == 200);
  }

  @Test
  void tellsHowItStands() throws Exception {
    assertThat(get("/health/ready").body())
        .contains(
            "\"mode\":\"" + System.getProperty("sandpool.it.mode") + "\"",
            "\"available\":",
            "\"target\":2",
            "\"small.target\":0");
  }

  /** Mode local has nothing to prove: it cuts off with namespaces of its own. */
  @Test
  void tellsWhetherPodsAreProvedToBeCutOff() throws Exception {
    if (System.getProperty("sandpool.it.mode").equals("raw")) {
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> get("/health/ready").body().contains("\"isolation\":\"enforced\""));
    } else {
      assertThat(get("/health/ready").body()).doesNotContain("isolation");
    }
  }

  @Test
  void isAliveAndStarted() throws Exception {
    assertThat(get("/health/live").statusCode()).isEqualTo(200);
    assertThat(get("/health/started").statusCode()).isEqualTo(200);
  }

  @Test
  void describesItsInterface() throws Exception {
    assertThat(get("/openapi").body())
        .contains("/api/v1/sandboxes/{id}/exec", "text/event-stream", "Run a shell command");
  }

  @Test
  void describesWhatEveryOperationAnswers() throws Exception {
    try (JsonReader reader =
        Json.createReader(new StringReader(get("/openapi?format=JSON").body()))) {
      JsonObject paths = reader.readObject().getJsonObject("paths");
      assertThat(paths).hasSizeGreaterThan(10);
      paths.forEach(
          (path, item) ->
              item.asJsonObject()
                  .forEach(
                      (method, operation) ->
                          assertThat(operation.asJsonObject().getJsonObject("responses").keySet())
                              .as(method + " " + path)
                              .anyMatch(status -> status.startsWith("2"))
                              .contains("default")));
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    URI server =
        URI.create(
            "http://"
                + System.getProperty("microshed_hostname")
                + ":"
                + System.getProperty("microshed_http_port"));
    return http.send(HttpRequest.newBuilder(server.resolve(path)).build(), BodyHandlers.ofString());
  }
}
