package dev.sandpool.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The running service, by the official client, and by what no good client would send. */
@Tag("service")
class McpServiceIT {

  private static final URI SERVER =
      URI.create(
          "http://%s:%s"
              .formatted(
                  System.getProperty("microshed_hostname"),
                  System.getProperty("microshed_http_port")));

  /** Processes are looked for where images without ps have them, too. */
  private static final String LOOK =
      "cat /proc/[0-9]*/cmdline | tr '\\\\0' ' ' | grep -q '[s]leep 987' || echo it is gone";

  private static final String INITIALIZE =
      """
      {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params":
       {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
      """;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  void officialClientWorksInASandboxThatEndsWithItsSession() throws Exception {
    String id;
    try (McpSyncClient client = client(Map.of())) {
      assertThat(client.initialize().serverInfo().name()).isEqualTo("sandpool");
      assertThat(client.listTools().tools()).hasSizeGreaterThan(15);
      assertThat(call(client, "execute", Map.of("command", "echo hi > a; cat a")))
          .isEqualTo("hi\n[exit code 0]");
      assertThat(call(client, "read_file", Map.of("path", "/workspace/a"))).isEqualTo("hi\n");
      id = call(client, "sandbox_info", Map.of()).split(" ", 3)[1];
      assertThat(status("api/v1/sandboxes/" + id)).isEqualTo(200);
    }

    await().until(() -> status("api/v1/sandboxes/" + id) == 404);
  }

  @Test
  void clientsOfOneKeyShareASandbox() {
    Map<String, String> key = Map.of("X-Conversation-Id", UUID.randomUUID().toString());
    try (McpSyncClient client = client(key)) {
      client.initialize();
      call(client, "write_file", Map.of("path", "/workspace/a", "content", "kept"));
    }
    try (McpSyncClient client = client(key)) {
      client.initialize();
      assertThat(call(client, "read_file", Map.of("path", "/workspace/a"))).isEqualTo("kept");
      call(client, "close_sandbox", Map.of());
    }
  }

  @Test
  void longCallTellsItsProgress() {
    List<ProgressNotification> told = new CopyOnWriteArrayList<>();
    try (McpSyncClient client = client(Map.of(), told)) {
      client.initialize();
      CallToolResult result =
          client.callTool(
              CallToolRequest.builder("execute")
                  .arguments(Map.of("command", "sleep 6; echo done"))
                  .meta(Map.of("progressToken", "p1"))
                  .build());
      assertThat(text(result)).startsWith("done\n");
    }

    assertThat(told).isNotEmpty();
    assertThat(told.get(0).progressToken()).isEqualTo("p1");
    assertThat(told.get(0).progress()).isEqualTo(5.0);
  }

  @Test
  void cancelledCallIsStoppedAndEndsWithoutAnswer() throws Exception {
    String session = opened();
    CompletableFuture<HttpResponse<String>> call =
        http.sendAsync(
            message(session, tool(5, "execute", "{\"command\": \"touch begun; sleep 987\"}"))
                .build(),
            BodyHandlers.ofString());
    await()
        .until(() -> send(message(session, tool(6, "list_files", "{}"))).body().contains("begun"));
    assertThat(
            send(message(
                    session,
                    "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\","
                        + " \"params\": {\"requestId\": 5}}"))
                .statusCode())
        .isEqualTo(202);

    assertThat(call.get().body()).doesNotContain("\"id\":5");
    await()
        .until(
            () ->
                send(message(session, tool(7, "execute", "{\"command\": \"" + LOOK + "\"}")))
                    .body()
                    .contains("it is gone"));
    assertThat(send(delete(session)).statusCode()).isEqualTo(200);
    assertThat(send(message(session, tool(8, "list_files", "{}"))).statusCode()).isEqualTo(404);
  }

  @Test
  void pagesOfOthersAreRefused() throws Exception {
    assertThat(
            send(message(null, INITIALIZE).header("Origin", "https://evil.example")).statusCode())
        .isEqualTo(403);
    assertThat(send(message(null, INITIALIZE).header("Origin", SERVER.toString())).statusCode())
        .isEqualTo(200);
  }

  @Test
  void whatTheProtocolHasNotIsRefusedWithTheCure() throws Exception {
    assertRefused(message(null, "[" + INITIALIZE + "]"), 400, "send one at a time");
    assertRefused(message(null, "{"), 400, "no JSON-RPC 2.0 message");
    assertRefused(message(null, tool(1, "execute", "{}")), 400, "Mcp-Session-Id: no value");
    assertRefused(message("x", tool(1, "execute", "{}")), 404, "send initialize");
    assertRefused(
        HttpRequest.newBuilder(SERVER.resolve("/mcp"))
            .header("Content-Type", "text/plain")
            .POST(BodyPublishers.ofString(INITIALIZE)),
        415,
        "give application/json");
    assertRefused(
        HttpRequest.newBuilder(SERVER.resolve("/mcp"))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .POST(BodyPublishers.ofString(INITIALIZE)),
        406,
        "text/event-stream");
    assertRefused(
        message(
            null, "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"initialize\", \"params\": 3}"),
        400,
        "give protocolVersion");
    assertRefused(
        message(null, INITIALIZE).header("X-Conversation-Id", "a").header("X-Conversation-Id", "b"),
        400,
        "X-Conversation-Id: give it once");
    String session = opened();
    assertRefused(
        message(session, tool(1, "list_files", "{}")).header("MCP-Protocol-Version", "1999-01-01"),
        400,
        "'1999-01-01' cannot be used; give one of 2024-11-05");
    HttpResponse<String> listening =
        send(HttpRequest.newBuilder(SERVER.resolve("/mcp")).header("Accept", "text/event-stream"));
    assertThat(listening.statusCode()).isEqualTo(405);
    assertThat(listening.headers().firstValue("Allow")).hasValue("POST, DELETE");
  }

  @Test
  void unknownToolIsAnErrorOfTheProtocol() {
    try (McpSyncClient client = client(Map.of())) {
      client.initialize();
      assertThatThrownBy(() -> call(client, "fly", Map.of())).hasMessageContaining("Unknown tool");
    }
  }

  private void assertRefused(HttpRequest.Builder request, int status, String words)
      throws IOException, InterruptedException {
    HttpResponse<String> response = send(request);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.body()).contains("\"jsonrpc\":\"2.0\"", words);
  }

  private String opened() throws IOException, InterruptedException {
    String session =
        send(message(null, INITIALIZE)).headers().firstValue("Mcp-Session-Id").orElseThrow();
    send(message(session, "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}"));
    return session;
  }

  private static HttpRequest.Builder message(String session, String json) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(SERVER.resolve("/mcp"))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString(json));
    return session == null ? request : request.header("Mcp-Session-Id", session);
  }

  private static HttpRequest.Builder delete(String session) {
    return HttpRequest.newBuilder(SERVER.resolve("/mcp"))
        .header("Mcp-Session-Id", session)
        .DELETE();
  }

  private static String tool(int id, String name, String arguments) {
    return """
        {"jsonrpc": "2.0", "id": %d, "method": "tools/call", "params": {"name": "%s", "arguments": %s}}
        """
        .formatted(id, name, arguments);
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private int status(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(SERVER.resolve("/" + path))).statusCode();
  }

  private static McpSyncClient client(Map<String, String> headers) {
    return client(headers, new CopyOnWriteArrayList<>());
  }

  private static McpSyncClient client(
      Map<String, String> headers, List<ProgressNotification> progress) {
    return McpClient.sync(
            HttpClientStreamableHttpTransport.builder(SERVER.toString())
                .addHttpRequestCustomizer(
                    (request, method, uri, body, context) -> headers.forEach(request::header))
                .build())
        .requestTimeout(Duration.ofMinutes(1))
        .progressConsumer(progress::add)
        .build();
  }

  private static String call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    return text(client.callTool(CallToolRequest.builder(tool).arguments(arguments).build()));
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().get(0)).text();
  }
}
