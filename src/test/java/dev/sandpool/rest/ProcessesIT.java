package dev.sandpool.rest;

import static dev.sandpool.rest.SandpoolClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Background processes over HTTP. */
@Tag("service")
class ProcessesIT {

  private final SandpoolClient client = new SandpoolClient();
  private String processes;
  private String sandbox;

  @BeforeEach
  void create() {
    sandbox = client.create();
    processes = sandbox + "/processes";
  }

  @AfterEach
  void delete() {
    client.delete(sandbox);
  }

  @Test
  void startsFeedsReadsAndStops() {
    HttpResponse<String> started =
        client.post(processes, "{\"command\": \"printf é; cat; sleep 300\"}");
    JsonObject process = json(started);
    String path = processes + "/" + process.getString("id");

    assertThat(started.statusCode()).isEqualTo(201);
    assertThat(started.headers().firstValue("Location")).get().asString().endsWith(path);
    assertThat(process.getString("status")).isEqualTo("running");
    assertThat(process.get("exitCode")).isEqualTo(JsonValue.NULL);
    awaitText(path, "é");
    assertThat(write(path, "more\n")).isEqualTo(204);
    awaitText(path, "émore\n");
    assertThat(write(path, "")).isEqualTo(204);
    assertThat(client.delete(path).statusCode()).isEqualTo(204);
    assertThat(client.delete(path).statusCode()).isEqualTo(204);

    JsonObject ended = json(client.get(path));
    assertThat(ended.getString("status")).isEqualTo("ended");
    assertThat(ended.getInt("exitCode")).isEqualTo(143);
    assertThat(json(client.get(processes)).getJsonArray("items")).hasSize(1);
  }

  @Test
  void outputIsGivenInWholeCharacters() {
    String id =
        json(client.post(processes, "{\"command\": \"printf aé; sleep 300\"}")).getString("id");
    String path = processes + "/" + id;
    awaitText(path, "aé");

    JsonObject first = json(client.get(path + "/output?limit=2"));
    JsonObject second = json(client.get(path + "/output?offset=" + first.getInt("nextOffset")));

    assertThat(first.getString("text")).isEqualTo("a");
    assertThat(second.getString("text")).isEqualTo("é");
    assertThat(second.getBoolean("ended")).isFalse();
  }

  @Test
  void refusesWhatItCannotServe() {
    assertProblem(client.get(processes + "/nope"), 404, "process_not_found");
    assertProblem(client.get(processes + "/aaaaaaaaaa/output"), 404, "process_not_found");
    assertProblem(client.get(processes + "/aaaaaaaaaa/output?offset=x"), 400, "invalid_value");
    assertProblem(client.get(processes + "/aaaaaaaaaa/output?limit=0"), 400, "invalid_value");
    assertProblem(client.post(processes, "{\"command\": \"\"}"), 400, "invalid_value");
    assertProblem(
        client.post(processes, "{\"command\": \"ls\", \"timeoutSeconds\": 1}"),
        400,
        "invalid_value");
    assertProblem(client.get("sandboxes/sp-aaaaaaaaaa/processes"), 404, "sandbox_not_found");
  }

  private static void assertProblem(HttpResponse<String> response, int status, String code) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(json(response).getString("code")).isEqualTo(code);
  }

  private int write(String path, String input) {
    return client
        .send(
            client
                .request(path + "/stdin")
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofString(input))
                .build())
        .statusCode();
  }

  private void awaitText(String path, String expected) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(json(client.get(path + "/output")).getString("text"))
                    .isEqualTo(expected));
  }
}
