package dev.sandpool.rest;

import static dev.sandpool.rest.SandpoolClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Pod;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A user's first steps, against the running server on mode raw: sandboxes are warm Pods. */
@Tag("service")
class RawServiceIT {

  private static final String NAMESPACE = "default";

  private static TestCluster test;
  private static CoreV1Api core;
  private static SandpoolClient client;

  private String sandbox;

  @BeforeAll
  static void open() {
    test = TestCluster.open("service");
    core = new CoreV1Api(test.cluster().client());
    client =
        new SandpoolClient(
            URI.create("http://localhost:" + System.getProperty("sandpool.it.raw.http.port")));
    await().atMost(Duration.ofMinutes(2)).until(() -> pool().getInt("available") == 2);
  }

  @AfterAll
  static void close() {
    if (test != null) {
      test.close();
    }
  }

  @AfterEach
  void delete() {
    if (sandbox != null) {
      assertThat(client.delete(sandbox).statusCode()).isEqualTo(204);
    }
  }

  @Test
  void runsPythonScriptInPodThatWasWarm() throws ApiException {
    await().atMost(Duration.ofMinutes(1)).until(() -> pool().getInt("available") == 2);
    Instant before = Instant.now();
    JsonObject created = json(client.post("sandboxes", "{\"labels\": {\"app\": \"demo\"}}"));
    sandbox = "sandboxes/" + created.getString("id");

    JsonObject result =
        json(
            client.post(
                sandbox + "/exec", "{\"command\": \"python3 -c 'print(6 * 7)'; id -u; exit 3\"}"));

    assertThat(result.getString("stdout")).isEqualTo("42\n1000\n");
    assertThat(result.getInt("exitCode")).isEqualTo(3);
    assertThat(created.getString("mode")).isEqualTo("raw");
    V1Pod pod = core.readNamespacedPod(created.getString("id"), NAMESPACE).execute();
    assertThat(pod.getMetadata().getCreationTimestamp().toInstant()).isBefore(before);
    assertThat(pod.getMetadata().getLabels())
        .containsEntry("sandpool.dev/state", "active")
        .containsEntry("sandpool.dev/app", "demo");
    await().atMost(Duration.ofMinutes(1)).until(() -> pool().getInt("available") == 2);
  }

  @Test
  void filesComeBackAsTheyWere() {
    sandbox = client.create();
    byte[] content = new byte[5_000_000];
    new Random(7).nextBytes(content);
    String file = SandpoolClient.content(sandbox, "/workspace/a b/$(id)'.bin");

    assertThat(client.put(file, BodyPublishers.ofByteArray(content)).statusCode()).isEqualTo(204);

    HttpResponse<byte[]> back =
        client.send(client.request(file).GET().build(), BodyHandlers.ofByteArray());
    assertThat(back.body()).isEqualTo(content);
  }

  @Test
  void commandOverItsTimeKeepsWhatItPrinted() {
    sandbox = client.create();

    JsonObject result =
        json(
            client.post(
                sandbox + "/exec",
                "{\"command\": \"echo early; sleep 60\", \"timeoutSeconds\": 1}"));

    assertThat(result.getBoolean("timedOut")).isTrue();
    assertThat(result.getString("stdout")).isEqualTo("early\n");
    assertThat(result.get("exitCode")).isEqualTo(JsonValue.NULL);
  }

  @Test
  void podThatIsDeletedUnderItsCommandIsGone() throws Exception {
    String lost = client.create();
    CompletableFuture<HttpResponse<String>> answer =
        CompletableFuture.supplyAsync(
            () -> client.post(lost + "/exec", "{\"command\": \"echo up >/tmp/up; sleep 60\"}"));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> client.get(SandpoolClient.content(lost, "/tmp/up")).statusCode() == 200);

    core.deleteNamespacedPod(lost.substring("sandboxes/".length()), NAMESPACE)
        .gracePeriodSeconds(0)
        .execute();

    HttpResponse<String> response = answer.get(20, TimeUnit.SECONDS);
    assertThat(response.statusCode()).isEqualTo(410);
    assertThat(json(response).getString("code")).isEqualTo("sandbox_lost");
    assertThat(client.get(lost).statusCode()).isEqualTo(404);
  }

  @Test
  void deletedSandboxLeavesNoPod() {
    String path = client.create();
    String id = path.substring("sandboxes/".length());

    assertThat(client.delete(path).statusCode()).isEqualTo(204);

    assertThat(client.get(path).statusCode()).isEqualTo(404);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                core.listNamespacedPod(NAMESPACE)
                    .fieldSelector("metadata.name=" + id)
                    .execute()
                    .getItems()
                    .isEmpty());
  }

  private static JsonObject pool() {
    return json(client.get("pools/default"));
  }
}
