package dev.sandpool.rest;

import static dev.sandpool.rest.SandpoolClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sandboxes kept under keys and for a time, against the running server, on each mode. */
@Tag("service")
class KeptSandboxesIT {

  private static final SandpoolClient CLIENT = new SandpoolClient();
  private static final String MODE = System.getProperty("sandpool.it.mode");

  /** Others may use the same namespace. */
  private final String unique = UUID.randomUUID().toString();

  private final List<String> made = new ArrayList<>();

  @AfterEach
  void delete() {
    made.forEach(CLIENT::delete);
  }

  @Test
  void theSandboxOfAKeyIsMadeFoundAndReplaced() {
    String body = body("key", "thread " + unique);

    JsonObject first = created(CLIENT.post("sandboxes", body));
    JsonObject second = answer(CLIENT.post("sandboxes", body), 200);
    CLIENT.delete(path(first));
    JsonObject third = created(CLIENT.post("sandboxes", body));

    assertThat(first.getString("key")).isEqualTo("thread " + unique);
    assertThat(first.getBoolean("replaced")).isFalse();
    assertThat(first.get("reason")).isEqualTo(JsonValue.NULL);
    assertThat(second.getString("id")).isEqualTo(first.getString("id"));
    assertThat(second.getBoolean("replaced")).isFalse();
    assertThat(third.getString("id")).isNotEqualTo(first.getString("id"));
    assertThat(third.getBoolean("replaced")).isTrue();
    assertThat(third.getString("reason")).contains(first.getString("id"), "was deleted");
  }

  @Test
  void manyWhoAskForAKeyAtOnceGetOneSandbox() {
    String body = body("key", unique);

    List<CompletableFuture<HttpResponse<String>>> answers =
        IntStream.range(0, 8)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> CLIENT.post("sandboxes", body)))
            .toList();

    assertThat(answers.stream().map(answer -> note(json(answer.join()))).distinct()).hasSize(1);
  }

  @Test
  void tenantsDoNotMeetUnderOneKey() {
    JsonObject blue =
        created(CLIENT.post("sandboxes", body("key", unique, "tenant", "b " + unique)));
    JsonObject nobody = created(CLIENT.post("sandboxes", body("key", unique)));

    assertThat(blue.getString("id")).isNotEqualTo(nobody.getString("id"));
    assertThat(ids("tenant=" + encoded("b " + unique))).containsExactly(blue.getString("id"));
    assertThat(ids("tenant=")).contains(nobody.getString("id")).doesNotContain(id(blue));
  }

  @Test
  void labelsWithOddTextAreFoundAsTheyWereGiven() {
    String text = "R&D: 50% \"größer\" = 日本語 / " + unique;
    JsonObject odd =
        created(
            CLIENT.post(
                "sandboxes",
                Json.createObjectBuilder()
                    .add("labels", Json.createObjectBuilder().add("team", text))
                    .build()
                    .toString()));

    assertThat(odd.getJsonObject("labels").getString("team")).isEqualTo(text);
    assertThat(ids("label=" + encoded("team=" + text))).containsExactly(id(odd));
    assertThat(ids("label=" + encoded("team=" + text + "x"))).isEmpty();
  }

  @Test
  void everyAnswerSaysWhenItEnds() {
    JsonObject usual = created(CLIENT.post("sandboxes", "{}"));
    JsonObject brief = created(CLIENT.post("sandboxes", "{\"ttlSeconds\": 90.5}"));
    JsonObject unused =
        created(
            CLIENT.post(
                "sandboxes", "{\"ttlSeconds\": 7200, \"idleTtlSeconds\": 0, \"key\": null}"));

    assertThat(left(usual)).isEqualTo(Duration.ofHours(1));
    assertThat(left(brief)).isEqualTo(Duration.ofMillis(90_500));
    assertThat(left(unused)).isEqualTo(Duration.ofHours(2));
    assertThat(json(CLIENT.get(path(brief))).getString("expiresAt"))
        .isEqualTo(brief.getString("expiresAt"));
  }

  @Test
  void renewalBeginsItsTimeAgain() {
    JsonObject first =
        created(CLIENT.post("sandboxes", "{\"ttlSeconds\": 600, \"idleTtlSeconds\": 0}"));

    JsonObject same = answer(CLIENT.post(path(first) + "/renew", "{}"), 200);
    JsonObject longer = answer(CLIENT.post(path(first) + "/renew", "{\"ttlSeconds\": 1200}"), 200);

    assertThat(end(same)).isAfter(end(first)).isBefore(end(first).plusSeconds(60));
    assertThat(end(longer)).isAfter(end(first).plusSeconds(600));
    assertThat(end(json(CLIENT.get(path(first))))).isEqualTo(end(longer));
    assertThat(CLIENT.post("sandboxes/sp-none/renew", "{}").statusCode()).isEqualTo(404);
  }

  @Test
  void cleanUpOnlyTellsInADryRun() {
    JsonObject sandbox = created(CLIENT.post("sandboxes", "{}"));

    JsonObject dry =
        answer(CLIENT.post("cleanup", "{\"maxIdleSeconds\": 0, \"dryRun\": true}"), 200);
    JsonObject expired = answer(CLIENT.post("cleanup", "{}"), 200);

    assertThat(dry.getBoolean("dryRun")).isTrue();
    assertThat(verdicts(dry, "deleted").get(id(sandbox))).contains("was not used for");
    assertThat(expired.keySet()).containsExactly("deleted", "kept", "failed", "dryRun");
    assertThat(expired.getBoolean("dryRun")).isFalse();
    assertThat(verdicts(expired, "kept").get(id(sandbox))).contains("it has time until");
    assertThat(CLIENT.get(path(sandbox)).statusCode()).isEqualTo(200);
  }

  /** Not what nobody uses: others share this place. */
  @Test
  void cleanUpDeletesWhatIsOverAtOnce() {
    JsonObject sandbox = created(CLIENT.post("sandboxes", "{\"ttlSeconds\": 0.001}"));

    JsonObject done = answer(CLIENT.post("cleanup", "{}"), 200);

    assertThat(verdicts(done, "kept")).doesNotContainKey(id(sandbox));
    assertThat(verdicts(done, "failed")).doesNotContainKey(id(sandbox));
    assertThat(CLIENT.get(path(sandbox)).statusCode()).isEqualTo(404);
  }

  @Test
  void theContainersTimerEndsWhatIsOver() throws IOException {
    JsonObject sandbox =
        created(CLIENT.post("sandboxes", body("key", unique).replace("}", ", \"ttlSeconds\": 2}")));

    assertThat(serverLog()).contains("sandpool.reaper.runner = timer");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> CLIENT.get(path(sandbox)).statusCode() == 404);

    JsonObject next = created(CLIENT.post("sandboxes", body("key", unique)));
    assertThat(next.getBoolean("replaced")).isTrue();
    assertThat(next.getString("reason")).contains("expired");
  }

  @Test
  void countsWhatIsInUse() {
    JsonObject before = answer(CLIENT.get("stats"), 200);
    created(CLIENT.post("sandboxes", body("key", unique, "spec", "small")));

    JsonObject stats = answer(CLIENT.get("stats"), 200);

    assertThat(stats.keySet()).containsExactly("total", "byStatus", "bySpec", "keyed", "oldest");
    assertThat(stats.getInt("total")).isPositive();
    assertThat(stats.getInt("keyed")).isPositive();
    assertThat(stats.getJsonObject("byStatus").getInt("running")).isPositive();
    assertThat(stats.getJsonObject("bySpec").getInt("small")).isPositive();
    assertThat(Instant.parse(stats.getString("oldest"))).isBefore(Instant.now().plusSeconds(60));
    if (MODE.equals("local")) {
      assertThat(stats.getInt("total")).isEqualTo(before.getInt("total") + 1);
      assertThat(stats.getInt("keyed")).isEqualTo(before.getInt("keyed") + 1);
    }
  }

  private JsonObject created(HttpResponse<String> response) {
    JsonObject sandbox = answer(response, 201);
    note(sandbox);
    assertThat(response.headers().firstValue("Location").orElseThrow())
        .endsWith("/api/v1/" + path(sandbox));
    return sandbox;
  }

  private String note(JsonObject sandbox) {
    made.add(path(sandbox));
    return id(sandbox);
  }

  private static JsonObject answer(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    return json(response);
  }

  private static String id(JsonObject sandbox) {
    return sandbox.getString("id");
  }

  private static String path(JsonObject sandbox) {
    return "sandboxes/" + id(sandbox);
  }

  private static Instant end(JsonObject sandbox) {
    return Instant.parse(sandbox.getString("expiresAt"));
  }

  /** From when it was taken. */
  private static Duration left(JsonObject sandbox) {
    return Duration.between(Instant.parse(sandbox.getString("lastUsedAt")), end(sandbox));
  }

  private static List<String> ids(String query) {
    return json(CLIENT.get("sandboxes?" + query))
        .getJsonArray("items")
        .getValuesAs(JsonObject.class)
        .stream()
        .map(KeptSandboxesIT::id)
        .toList();
  }

  private static Map<String, String> verdicts(JsonObject result, String list) {
    return result.getJsonArray(list).getValuesAs(JsonObject.class).stream()
        .collect(Collectors.toMap(KeptSandboxesIT::id, each -> each.getString("reason")));
  }

  private static String body(String... members) {
    var body = Json.createObjectBuilder();
    for (int i = 0; i < members.length; i += 2) {
      body.add(members[i], members[i + 1]);
    }
    return body.build().toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String serverLog() throws IOException {
    return Files.readString(
        Path.of("target", "it-servers", "servers", "sandpool-it-" + MODE, "logs", "messages.log"));
  }
}
