package dev.sandpool.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sandpool.CreateRequest;
import dev.sandpool.ExecFailedException;
import dev.sandpool.bootstrap.SandpoolSettings;
import dev.sandpool.mcp.tool.FakeSandboxes;
import dev.sandpool.mcp.tool.Toolbox;
import dev.sandpool.mcp.tool.Workplace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The protocol, message by message. */
class StdioServerTest {

  private static final String INITIALIZE =
      "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'2025-06-18',"
          + "'capabilities':{},'clientInfo':{'name':'test','version':'1'}}}";

  private final FakeSandboxes fakes = new FakeSandboxes();
  private final Lines written = new Lines();
  private PipedOutputStream client;
  private StdioServer server;
  private CompletableFuture<Void> serving;

  @BeforeEach
  void start() throws IOException {
    client = new PipedOutputStream();
    server =
        new StdioServer(
            new Toolbox(SandpoolSettings.read(key -> Optional.<String>empty()).mcp()),
            new Workplace(fakes.sandboxes(), CreateRequest.of("default")),
            new PipedInputStream(client, 1 << 16),
            written);
    serving = CompletableFuture.runAsync(this::serve);
  }

  private void serve() {
    try {
      server.serve();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
  }

  @Test
  void listsAndCallsTools() {
    JsonObject hello = answer(INITIALIZE, 1).getAsJsonObject("result");
    assertThat(hello.get("protocolVersion").getAsString()).isEqualTo("2025-06-18");
    assertThat(hello.getAsJsonObject("serverInfo").get("name").getAsString()).isEqualTo("sandpool");
    assertThat(hello.get("instructions").getAsString()).contains("/workspace", "30000");
    send("{'jsonrpc':'2.0','method':'notifications/initialized'}");

    JsonObject tools =
        answer("{'jsonrpc':'2.0','id':2,'method':'tools/list'}", 2).getAsJsonObject("result");
    JsonObject execute = tools.getAsJsonArray("tools").get(0).getAsJsonObject();
    assertThat(execute.get("name").getAsString()).isEqualTo("execute");
    assertThat(execute.getAsJsonObject("annotations").get("destructiveHint").getAsBoolean())
        .isTrue();
    assertThat(execute.getAsJsonObject("inputSchema").getAsJsonArray("required").toString())
        .isEqualTo("[\"command\"]");

    fakes.prints = request -> "line 1\nline 2\n";
    JsonObject result = answer(call(3, "echo"), 3).getAsJsonObject("result");
    assertThat(result.get("isError").getAsBoolean()).isFalse();
    assertThat(result.getAsJsonObject("structuredContent").get("output").getAsString())
        .isEqualTo("line 1\nline 2\n");
  }

  @Test
  void refusedArgumentsAreAnErrorOfTheToolAndNotOfTheProtocol() {
    initialize();
    JsonObject result =
        answer(
                "{'jsonrpc':'2.0','id':2,'method':'tools/call','params':{'name':'execute',"
                    + "'arguments':{'cmd':'ls'}}}",
                2)
            .getAsJsonObject("result");

    assertThat(result.get("isError").getAsBoolean()).isTrue();
    assertThat(result.toString()).contains("cmd: 'ls' cannot be used; the arguments of this tool");
  }

  @Test
  void unknownToolIsAnErrorOfTheProtocol() {
    initialize();
    assertThat(
            answer("{'jsonrpc':'2.0','id':2,'method':'tools/call','params':{'name':'fly'}}", 2)
                .getAsJsonObject("error")
                .get("code")
                .getAsInt())
        .isEqualTo(-32602);
  }

  @Test
  void lineThatIsNoMessageIsAnsweredAndTheNextIsServed() {
    send("not JSON");
    await().until(() -> written.messages().size() == 1);
    assertThat(written.messages().get(0).getAsJsonObject("error").get("code").getAsInt())
        .isEqualTo(-32700);

    initialize();
  }

  @Test
  void cancelledCallStopsItsCommandAndIsNotAnswered() throws Exception {
    initialize();
    CountDownLatch running = new CountDownLatch(1);
    CompletableFuture<String> stopped = new CompletableFuture<>();
    fakes.prints =
        request -> {
          running.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            stopped.complete("stopped");
            Thread.currentThread().interrupt();
            throw new ExecFailedException("it was stopped", e);
          }
          return "";
        };
    send(call(7, "sleep 1000"));
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();

    send(
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':7,'reason':"
            + "'enough'}}");

    assertThat(stopped.get(10, TimeUnit.SECONDS)).isEqualTo("stopped");
    fakes.prints = request -> "next";
    assertThat(answer(call(8, "x"), 8).has("result")).isTrue();
    assertThat(written.messages())
        .noneMatch(message -> message.has("id") && message.get("id").getAsInt() == 7);
  }

  @Test
  void longCallsRunSideBySide() throws Exception {
    initialize();
    CountDownLatch both = new CountDownLatch(2);
    fakes.prints =
        request -> {
          both.countDown();
          try {
            return both.await(10, TimeUnit.SECONDS) ? "together" : "alone";
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    send(call(2, "a"));
    send(call(3, "b"));

    assertThat(answered(2).toString()).contains("together");
    assertThat(answered(3).toString()).contains("together");
  }

  @Test
  void endOfTheClientIsTheEndOfTheSandbox() throws Exception {
    initialize();
    answer(call(2, "x"), 2);
    client.close();

    serving.get(10, TimeUnit.SECONDS);
    server.close();
    assertThat(fakes.closed).containsExactly("sp-1");
  }

  private void initialize() {
    answer(INITIALIZE, 1);
    send("{'jsonrpc':'2.0','method':'notifications/initialized'}");
  }

  private static String call(int id, String command) {
    return "{'jsonrpc':'2.0','id':%d,'method':'tools/call','params':{'name':'execute','arguments':{'command':'%s'}}}"
        .formatted(id, command);
  }

  private JsonObject answer(String request, int id) {
    send(request);
    return answered(id);
  }

  private JsonObject answered(int id) {
    return await()
        .until(
            () ->
                written.messages().stream()
                    .filter(each -> each.has("id") && each.get("id").isJsonPrimitive())
                    .filter(each -> each.get("id").getAsInt() == id)
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private void send(String message) {
    try {
      client.write((message.replace('\'', '"') + "\n").getBytes(StandardCharsets.UTF_8));
      client.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the server wrote; it writes each line at once. */
  private static final class Lines extends OutputStream {

    private final List<JsonObject> messages = new ArrayList<>();

    @Override
    public void write(int single) {
      throw new AssertionError("messages are written whole");
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
      String line = new String(bytes, from, length, StandardCharsets.UTF_8);
      assertThat(line).endsWith("\n").containsOnlyOnce("\n");
      messages.add(JsonParser.parseString(line).getAsJsonObject());
    }

    synchronized List<JsonObject> messages() {
      return List.copyOf(messages);
    }
  }
}
