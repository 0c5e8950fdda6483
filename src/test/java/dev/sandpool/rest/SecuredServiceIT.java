package dev.sandpool.rest;

import static dev.sandpool.rest.SandpoolClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that wants credentials: API keys, and tokens that are signed here. */
@Tag("service")
class SecuredServiceIT {

  private static final String BLUE = "sandpool_blue" + "B".repeat(39);
  private static final String WATCHER = "sandpool_watcher" + "W".repeat(36);

  private static final URI SERVER =
      URI.create("http://localhost:" + System.getProperty("sandpool.it.secure.http.port"));
  private static final Path KEYS = Path.of(System.getProperty("sandpool.it.secure.keys"));
  private static final Path AUDIT =
      KEYS.resolveSibling("servers/sandpool-it-secure/logs/audit.log");

  private static final SandpoolClient CLIENT = new SandpoolClient(SERVER);

  private static final String MCP_OPEN =
      """
      {"jsonrpc": "2.0", "id": 1, "method": "initialize",
       "params": {"protocolVersion": "2025-06-18", "capabilities": {},
                  "clientInfo": {"name": "test", "version": "1"}}}
      """;

  /** Bodies that each call needs to get to the sandbox. */
  private static final Map<String, String> BODIES =
      Map.ofEntries(
          Map.entry("/exec", "{\"command\": \"true\"}"),
          Map.entry("/processes", "{\"command\": \"true\"}"),
          Map.entry("/renew", "{}"),
          Map.entry("/files/read", "{\"path\": \"/a\"}"),
          Map.entry("/files/edit", "{\"path\": \"/a\", \"oldText\": \"x\", \"newText\": \"y\"}"),
          Map.entry("/files/move", "{\"from\": \"/a\", \"to\": \"/b\"}"),
          Map.entry("/files/glob", "{\"pattern\": \"*\"}"),
          Map.entry("/files/grep", "{\"pattern\": \"x\"}"),
          Map.entry("/files/download", "{\"paths\": [\"/a\"]}"));

  private static TestTokens tokens;

  private final List<String> made = new ArrayList<>();

  @BeforeAll
  static void publish() throws GeneralSecurityException, IOException {
    tokens = new TestTokens();
    tokens.publish(KEYS.resolve("public.pem"));
  }

  @AfterEach
  void delete() throws GeneralSecurityException {
    String operator = bearer("ops", "operator");
    for (String sandbox : made) {
      assertThat(send(operator, "DELETE", sandbox).statusCode()).isEqualTo(204);
    }
  }

  @Test
  void nothingIsServedWithoutCredentials() throws Exception {
    List<Call> calls = calls();
    assertThat(calls).hasSizeGreaterThan(25);
    for (Call call : calls) {
      HttpResponse<String> answer = send("", call.method(), call.to("sp-none"));
      assertProblem(answer, 401, "not_authenticated");
      assertThat(answer.headers().firstValue("WWW-Authenticate"))
          .hasValueSatisfying(challenge -> assertThat(challenge).startsWith("Bearer"));
    }
    assertProblem(send("", "GET", "/api/v1/nothing"), 401, "not_authenticated");
  }

  @Test
  void healthAndDescriptionAreOpen() {
    assertThat(send("", "GET", "/health/live").statusCode()).isEqualTo(200);
    JsonObject description = json(send("", "GET", "/openapi?format=JSON"));
    assertThat(description.getJsonObject("components").getJsonObject("securitySchemes").keySet())
        .containsExactlyInAnyOrder("apiKey", "token");
    assertThat(description.getJsonArray("security")).hasSize(2);
  }

  @Test
  void forgedTokensAreRefused() throws Exception {
    TestTokens stranger = new TestTokens();
    long past = Instant.now().getEpochSecond() - 3600;
    List<String> forged =
        List.of(
            stranger.of("blue", "user"),
            tokens.signed(TestTokens.claims("blue", "user").add("iss", "https://evil").build()),
            tokens.signed(TestTokens.claims("blue", "user").add("aud", "other").build()),
            tokens.signed(TestTokens.claims("blue", "user").add("exp", past).build()),
            TestTokens.unsigned(TestTokens.claims("blue", "user").build()),
            tokens.of("blue", "user") + "x",
            "nonsense");
    for (String token : forged) {
      HttpResponse<String> answer = send("Bearer " + token, "GET", "/api/v1/sandboxes");
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
      assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
    }
    HttpResponse<String> good = send(bearer("blue", "user"), "GET", "/api/v1/sandboxes");
    assertThat(good.statusCode()).isEqualTo(200);
    assertThat(good.headers().firstValue("Set-Cookie"))
        .as("a cookie would be sent by pages of other sites, too")
        .isEmpty();
  }

  @Test
  void keysThatAreNotKnownAreRefused() {
    for (String key : List.of("", "x", BLUE + "x", "sandpool_" + "A".repeat(43))) {
      assertProblem(send(key, "GET", "/api/v1/sandboxes"), 401, "not_authenticated");
    }
  }

  @Test
  void keyAndTokenOfATenantShareItsSandboxes() throws Exception {
    String sandbox = create(BLUE, "{\"key\": \"shared\"}");

    HttpResponse<String> again =
        send(bearer("blue", "user"), "POST", "/api/v1/sandboxes", "{\"key\": \"shared\"}");
    HttpResponse<String> others =
        send(bearer("red", "user"), "POST", "/api/v1/sandboxes", "{\"key\": \"shared\"}");
    made.add("/api/v1/sandboxes/" + json(others).getString("id"));

    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(sandbox).endsWith(json(again).getString("id"));
    assertThat(json(again).getString("tenant")).isEqualTo("blue");
    assertThat(others.statusCode()).as("the same key is another's").isEqualTo(201);
    assertThat(json(others).getString("tenant")).isEqualTo("red");
  }

  @Test
  void anothersSandboxIsNotThereWhateverIsAsked() throws Exception {
    String sandbox = create(BLUE, "{\"labels\": {\"of\": \"blue\"}}");
    String id = sandbox.substring(sandbox.lastIndexOf('/') + 1);
    String red = bearer("red", "user");
    List<Call> calls = calls().stream().filter(call -> call.path().contains("{id}")).toList();

    for (Call call : calls) {
      HttpResponse<String> answer = send(red, call.method(), call.to(id));
      boolean deletes = call.method().equals("DELETE") && call.path().endsWith("{id}");
      assertThat(answer.statusCode()).as(call + " " + answer.body()).isEqualTo(deletes ? 204 : 404);
      assertThat(deletes || json(answer).getString("code").equals("sandbox_not_found"))
          .as(answer.body())
          .isTrue();
    }
    assertThat(calls).hasSizeGreaterThan(20);
    assertThat(json(send(red, "GET", "/api/v1/sandboxes?label=of=blue")).getJsonArray("items"))
        .isEmpty();
    assertThat(json(send(red, "GET", "/api/v1/sandboxes?tenant=blue")).getJsonArray("items"))
        .isEmpty();
    assertThat(json(send(red, "GET", "/api/v1/stats")).getInt("total")).isZero();
    assertThat(send(BLUE, "GET", sandbox).statusCode()).as("it is still there").isEqualTo(200);
    assertProblem(
        send(red, "POST", "/api/v1/sandboxes", "{\"tenant\": \"blue\"}"), 403, "forbidden");
  }

  @Test
  void viewersSeeAndDoNothing() throws Exception {
    String sandbox = create(BLUE, "{}");

    assertThat(send(WATCHER, "GET", sandbox).statusCode()).isEqualTo(200);
    assertThat(json(send(WATCHER, "GET", "/api/v1/stats")).getInt("total")).isPositive();
    assertThat(send(WATCHER, "GET", "/api/v1/pools").statusCode()).isEqualTo(200);
    for (Call call : calls()) {
      if (!call.method().equals("GET") || call.path().contains("{id}/")) {
        String id = sandbox.substring(sandbox.lastIndexOf('/') + 1);
        assertProblem(send(WATCHER, call.method(), call.to(id)), 403, "forbidden");
      }
    }
    assertThat(send(BLUE, "GET", sandbox).statusCode()).isEqualTo(200);
  }

  @Test
  void operatorsRunTheService() throws Exception {
    String sandbox = create(BLUE, "{}");
    String operator = bearer("ops", "on-call");

    assertThat(send(operator, "GET", sandbox).statusCode()).isEqualTo(200);
    assertThat(json(send(operator, "GET", "/api/v1/sandboxes?tenant=blue")).getJsonArray("items"))
        .isNotEmpty();
    assertThat(send(operator, "POST", "/api/v1/cleanup", "{\"dryRun\": true}").statusCode())
        .isEqualTo(200);
    assertThat(send(operator, "PATCH", "/api/v1/pools/default", "{}").statusCode()).isEqualTo(200);
    assertProblem(
        send(bearer("blue", "user"), "POST", "/api/v1/cleanup", "{\"dryRun\": true}"),
        403,
        "forbidden");
  }

  @Test
  void tokensWithoutTenantOrRoleAreOfNoUse() throws Exception {
    JsonObject claims = TestTokens.claims("blue", "user").remove("tenant").build();

    assertProblem(
        send("Bearer " + tokens.signed(claims), "GET", "/api/v1/sandboxes"), 403, "forbidden");
    assertProblem(send(bearer("blue", "strangers"), "GET", "/api/v1/sandboxes"), 403, "forbidden");
  }

  @Test
  void requestsOfATenantAreLimited() throws Exception {
    String flood = bearer("flood", "viewer");
    HttpResponse<String> answer = send(flood, "GET", "/api/v1/sandboxes/NO_ID");
    for (int i = 0; i < 5000 && answer.statusCode() != 429; i++) {
      answer = send(flood, "GET", "/api/v1/sandboxes/NO_ID");
    }

    assertProblem(answer, 429, "limit_reached");
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
    assertThat(json(answer).getString("detail")).contains("sandpool.tenant.requests-per-second");
    assertThat(send(bearer("calm", "viewer"), "GET", "/api/v1/sandboxes").statusCode())
        .isEqualTo(200);
  }

  @Test
  void commandsOfATenantAreLimited() throws Exception {
    String busy = bearer("busy", "user");
    String sandbox = create(busy, "{}");
    String wait = "{\"command\": \"touch /tmp/up-$$; while [ ! -e /tmp/go ]; do sleep 0.1; done\"}";
    CompletableFuture<HttpResponse<String>> first =
        CompletableFuture.supplyAsync(() -> send(busy, "POST", sandbox + "/exec", wait));
    CompletableFuture<HttpResponse<String>> second =
        CompletableFuture.supplyAsync(() -> send(busy, "POST", sandbox + "/exec", wait));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> send(busy, "GET", sandbox + "/files?path=/tmp").body().split("/up-").length == 3);

    HttpResponse<String> third = send(busy, "POST", sandbox + "/exec", "{\"command\": \"true\"}");
    assertProblem(third, 429, "limit_reached");
    assertThat(third.headers().firstValue("Retry-After")).isPresent();
    HttpResponse<String> go =
        send(busy, "PUT", sandbox + "/files/content?path=/tmp/go", "x", "text/plain");
    assertThat(go.statusCode()).isEqualTo(204);
    assertThat(first.join().statusCode()).isEqualTo(200);
    assertThat(second.join().statusCode()).isEqualTo(200);
    assertThat(send(busy, "POST", sandbox + "/exec", "{\"command\": \"true\"}").statusCode())
        .isEqualTo(200);
  }

  @Test
  void bytesOfATenantAreLimited() throws Exception {
    String large = bearer("large", "user");
    String sandbox = create(large, "{}");
    String file = sandbox + "/files/content?path=/tmp/a";

    assertThat(send(large, "PUT", file, "x".repeat(2 << 20), "text/plain").statusCode())
        .isEqualTo(204);

    assertProblem(send(large, "PUT", file, "x", "text/plain"), 429, "limit_reached");
    HttpResponse<String> download = send(large, "GET", file);
    assertProblem(download, 429, "limit_reached");
    assertThat(Integer.parseInt(download.headers().firstValue("Retry-After").orElseThrow()))
        .isBetween(30, 61);
  }

  @Test
  void whatIsDoneIsWrittenDown() throws Exception {
    String sandbox = create(BLUE, "{}");
    String id = sandbox.substring(sandbox.lastIndexOf('/') + 1);
    String command = "echo $((6 * 7)) # hunter2";
    HttpRequest.Builder request =
        request(BLUE, sandbox + "/exec").header("X-Request-ID", "audit-" + id);

    HttpResponse<String> answer =
        CLIENT.send(
            request
                .header("Content-Type", "application/json")
                .header("Accept", "text/event-stream")
                .POST(BodyPublishers.ofString("{\"command\": \"" + command + "\"}"))
                .build());
    send("", "GET", "/api/v1/sandboxes/" + id);

    assertThat(answer.body()).contains("42");
    JsonObject line = audited(each -> each.getString("requestId").equals("audit-" + id));
    assertThat(line.getString("caller")).isEqualTo("key:blue");
    assertThat(line.getString("tenant")).isEqualTo("blue");
    assertThat(line.getString("action")).isEqualTo("exec");
    assertThat(line.getString("sandbox")).isEqualTo(id);
    assertThat(line.getString("outcome")).isEqualTo("done");
    assertThat(line.getInt("status")).isEqualTo(200);
    assertThat(line.getString("subjectSha256")).isEqualTo(sha256(command));
    JsonObject refused =
        audited(
            each ->
                each.getString("request").equals("GET /api/v1/sandboxes/" + id)
                    && each.getInt("status") == 401);
    assertThat(refused.get("caller")).isEqualTo(JsonValue.NULL);
    assertThat(Files.readString(AUDIT)).doesNotContain("hunter2", BLUE, WATCHER, "Bearer", "eyJ");
  }

  @Test
  void nothingIsDoneThatCannotBeWrittenDown() throws Exception {
    Path aside = AUDIT.resolveSibling("audit.aside");
    send(BLUE, "GET", "/api/v1/stats");
    Files.move(AUDIT, aside, StandardCopyOption.REPLACE_EXISTING);
    Files.createDirectory(AUDIT);
    try {
      send(BLUE, "GET", "/api/v1/pools");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> send("", "GET", "/health/ready").statusCode() == 503);
      assertThat(send("", "GET", "/health/ready").body()).contains("sandpool-audit", "DOWN");
      HttpResponse<String> answer = send(BLUE, "POST", "/api/v1/sandboxes", "{}");
      assertProblem(answer, 503, "audit_unavailable");
    } finally {
      Files.delete(AUDIT);
    }
    assertThat(send(BLUE, "GET", "/api/v1/stats").statusCode()).isEqualTo(200);
    assertThat(send("", "GET", "/health/ready").statusCode()).isEqualTo(200);
    assertThat(audited(each -> each.getString("action").equals("pools")).getString("tenant"))
        .isEqualTo("blue");
    audited(each -> each.getInt("status") == 503);
    Files.writeString(AUDIT, Files.readString(aside), StandardOpenOption.APPEND);
  }

  @Test
  void pagesOfOtherSitesAreRefusedEvenWithCredentials() {
    HttpResponse<String> answer =
        CLIENT.send(
            request(BLUE, "/api/v1/sandboxes")
                .header("Origin", "https://evil.example.com")
                .POST(BodyPublishers.ofString("{}"))
                .build());

    assertProblem(answer, 403, "forbidden");
    assertThat(answer.headers().map().keySet())
        .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control"));
  }

  @Test
  void mcpAsksAtEachRequest() throws Exception {
    assertProblem(mcp("", "", MCP_OPEN), 401, "not_authenticated");
    String session = mcp(BLUE, "", MCP_OPEN).headers().firstValue("Mcp-Session-Id").orElseThrow();

    assertThat(mcp(BLUE, session, mcpExecute("echo $((6 * 7))")).body()).contains("42");
    assertThat(mcp(WATCHER, session, mcpExecute("echo $((6 * 7))")).body())
        .contains("\"isError\":true", "that takes the role user")
        .doesNotContain("42");
    assertThat(mcp(bearer("red", "user"), session, mcpExecute("true")).statusCode()).isEqualTo(404);
    assertProblem(mcp("", session, mcpExecute("true")), 401, "not_authenticated");
    audited(
        each ->
            each.getString("request").equals("POST /mcp")
                && each.getString("action").equals("exec")
                && each.getString("caller", "").equals("key:blue"));
    assertThat(json(send(BLUE, "GET", "/api/v1/sandboxes?label=door=mcp")).getJsonArray("items"))
        .hasSize(1);
    HttpRequest end = request(BLUE, "/mcp").header("Mcp-Session-Id", session).DELETE().build();
    assertThat(CLIENT.send(end).statusCode()).isEqualTo(200);
  }

  private static String mcpExecute(String command) {
    return """
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
         "params": {"name": "execute", "arguments": {"command": "%s"}}}
        """
        .formatted(command);
  }

  private static HttpResponse<String> mcp(String credentials, String session, String message) {
    HttpRequest.Builder request =
        request(credentials, "/mcp")
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString(message));
    return CLIENT.send(
        (session.isEmpty() ? request : request.header("Mcp-Session-Id", session)).build());
  }

  private static JsonObject audited(Predicate<JsonObject> wanted) {
    return await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () ->
                Files.readAllLines(AUDIT).stream()
                    .map(SandpoolClient::json)
                    .filter(wanted)
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private static String sha256(String text) throws GeneralSecurityException {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** A call that the service describes. */
  private record Call(String method, String path) {
    String to(String id) {
      String query = path.endsWith("/files") || path.endsWith("/content") ? "?path=/a" : "";
      return path.replace("{id}", id).replace("{name}", "default").replace("{pid}", "1") + query;
    }
  }

  private static List<Call> calls() {
    List<Call> calls = new ArrayList<>();
    json(send("", "GET", "/openapi?format=JSON"))
        .getJsonObject("paths")
        .forEach(
            (path, item) ->
                item.asJsonObject()
                    .keySet()
                    .forEach(method -> calls.add(new Call(method.toUpperCase(Locale.ROOT), path))));
    return calls;
  }

  private String create(String credentials, String body) {
    HttpResponse<String> answer = send(credentials, "POST", "/api/v1/sandboxes", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    String sandbox = "/api/v1/sandboxes/" + json(answer).getString("id");
    made.add(sandbox);
    return sandbox;
  }

  private static String bearer(String tenant, String... groups) throws GeneralSecurityException {
    return "Bearer " + tokens.of(tenant, groups);
  }

  private static HttpResponse<String> send(String credentials, String method, String path) {
    String known =
        BODIES.entrySet().stream()
            .filter(each -> path.endsWith(each.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse("{}");
    if (method.equals("GET") || method.equals("DELETE") || path.endsWith("/suspend")) {
      return send(credentials, method, path, "", "");
    }
    if (path.endsWith("/upload")) {
      return send(credentials, method, path, "--xyz--\r\n", "multipart/form-data; boundary=xyz");
    }
    return path.endsWith("/stdin") || path.contains("/content")
        ? send(credentials, method, path, "x", "application/octet-stream")
        : send(credentials, method, path, known);
  }

  private static HttpResponse<String> send(
      String credentials, String method, String path, String json) {
    return send(credentials, method, path, json, "application/json");
  }

  private static HttpResponse<String> send(
      String credentials, String method, String path, String body, String type) {
    BodyPublisher content =
        body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    HttpRequest.Builder request = request(credentials, path).method(method, content);
    return CLIENT.send((type.isEmpty() ? request : request.header("Content-Type", type)).build());
  }

  /** Credentials are a key, or begin with Bearer; empty for none. */
  private static HttpRequest.Builder request(String credentials, String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(SERVER.resolve(path));
    if (credentials.startsWith("Bearer")) {
      return request.header("Authorization", credentials);
    }
    return credentials.isEmpty() ? request : request.header("X-API-Key", credentials);
  }

  private static void assertProblem(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
    assertThat(json(answer).getString("code")).isEqualTo(code);
    assertThat(json(answer).getString("requestId"))
        .isEqualTo(answer.headers().firstValue("X-Request-ID").orElseThrow());
  }
}
