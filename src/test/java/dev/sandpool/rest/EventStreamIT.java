package dev.sandpool.rest;

import static dev.sandpool.rest.SandpoolClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Commands whose output is streamed as server-sent events. */
@Tag("service")
class EventStreamIT {

  private final SandpoolClient client = new SandpoolClient();
  private String sandbox;

  @BeforeEach
  void create() {
    sandbox = client.create();
  }

  @AfterEach
  void delete() {
    client.delete(sandbox);
  }

  @Test
  void sendsOutputThenTheResult() {
    HttpResponse<String> response =
        client.send(stream("printf 'a\\n'; sleep 0.5; printf 'é\\n' >&2; exit 3"));

    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/event-stream");
    List<String> lines = response.body().lines().filter(line -> !line.isBlank()).toList();
    assertThat(lines.subList(0, 5))
        .containsExactly(
            "event: stdout",
            "data: {\"text\":\"a\\n\"}",
            "event: stderr",
            "data: {\"text\":\"é\\n\"}",
            "event: result");
    assertThat(json(lines.get(5).substring("data: ".length())).getInt("exitCode")).isEqualTo(3);
  }

  @Test
  void sendsOutputWhileTheCommandRuns() throws IOException {
    HttpResponse<InputStream> response =
        client.send(stream("echo first; sleep 30"), BodyHandlers.ofInputStream());

    try (BufferedReader lines = reader(response)) {
      String line = lines.readLine();
      while (!line.startsWith("data:")) {
        line = lines.readLine();
      }
      assertThat(line).contains("first");
    }
  }

  @Test
  void stopsTheCommandOfAClientThatHasGone() throws IOException {
    HttpResponse<InputStream> response =
        client.send(
            stream("echo $$ > /workspace/pid; while echo tick; do sleep 0.1; done"),
            BodyHandlers.ofInputStream());
    try (BufferedReader lines = reader(response)) {
      assertThat(lines.readLine()).isNotNull();
      await().until(() -> exitCode("test -s /workspace/pid") == 0);
    }

    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> exitCode("kill -0 $(cat /workspace/pid)") != 0);
  }

  @Test
  void refusesBeforeItStreams() {
    HttpResponse<String> response = client.send(stream(""));

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(json(response).getString("field")).isEqualTo("command");
  }

  private int exitCode(String command) {
    return json(client.post(sandbox + "/exec", body(command))).getInt("exitCode");
  }

  private HttpRequest stream(String command) {
    return client
        .request(sandbox + "/exec")
        .header("Content-Type", "application/json")
        .header("Accept", "text/event-stream")
        .POST(BodyPublishers.ofString(body(command)))
        .build();
  }

  private static String body(String command) {
    return jakarta.json.Json.createObjectBuilder().add("command", command).build().toString();
  }

  private static BufferedReader reader(HttpResponse<InputStream> response) {
    return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }
}
