package dev.sandpool.mcp.stdio;

import dev.sandpool.mcp.protocol.CallContext;
import dev.sandpool.mcp.protocol.Cancellation;
import dev.sandpool.mcp.protocol.ClientSession;
import dev.sandpool.mcp.protocol.Progress;
import dev.sandpool.mcp.protocol.ProtocolServer;
import dev.sandpool.mcp.tool.Toolbox;
import dev.sandpool.mcp.tool.Workplace;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpServerSession;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import reactor.core.scheduler.Schedulers;

/** Serves one client on two streams, mostly standard input and output. */
public final class StdioServer implements AutoCloseable {

  private static final Logger LOG = System.getLogger(StdioServer.class.getName());

  private static final Duration TELL_EVERY = Duration.ofSeconds(5);

  private final InputStream in;
  private final McpJsonMapper json = McpJsonDefaults.getMapper();
  private final LineTransport transport;
  private final ClientSession client;
  private final ExecutorService calls = Executors.newCachedThreadPool(threads("mcp-call"));
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(1, threads("mcp-timer"));
  private final McpServerSession protocol;

  /**
   * Prepares to serve.
   *
   * @param toolbox what it offers
   * @param place where tools work; closed with this
   * @param in what the client writes; not closed
   * @param out what the client reads, and nobody else writes to; not closed
   */
  public StdioServer(Toolbox toolbox, Workplace place, InputStream in, OutputStream out) {
    this.in = in;
    transport = new LineTransport(json, out);
    client = new ClientSession(place, System::nanoTime);
    SingleClient provider = new SingleClient(transport);
    new ProtocolServer(toolbox, json, new Progress(timer, TELL_EVERY))
        .over(provider, Schedulers.fromExecutor(calls));
    protocol = provider.session();
  }

  private static ThreadFactory threads(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Serves until the client ends its stream. Blocks.
   *
   * @throws IOException if reading fails
   */
  public void serve() throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.isBlank()) {
        parsed(line).ifPresent(this::handle);
      }
    }
  }

  private Optional<JSONRPCMessage> parsed(String line) {
    try {
      return Optional.of(McpSchema.deserializeJsonRpcMessage(json, line));
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.DEBUG, "A line is no message", e);
      transport.write(notUnderstood());
      return Optional.empty();
    }
  }

  private static Map<String, Object> notUnderstood() {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put("id", null);
    message.put(
        "error",
        Map.of(
            "code",
            ErrorCodes.PARSE_ERROR,
            "message",
            "This line is no JSON-RPC 2.0 message; give one on each line"));
    return message;
  }

  private void handle(JSONRPCMessage message) {
    Optional<Object> cancelled = Cancellation.request(message);
    if (cancelled.isPresent()) {
      client.cancel(cancelled.get());
      return;
    }
    Object request = message instanceof JSONRPCRequest each ? each.id() : "";
    protocol
        .handle(message)
        .contextWrite(new CallContext(client, request)::in)
        .subscribe(
            nothing -> {}, error -> LOG.log(Level.WARNING, "A message was not served", error));
  }

  /**
   * Stops what runs and gives the sandbox up; a call while another one is at it waits for that.
   * Blocks.
   */
  @Override
  public synchronized void close() {
    client.close();
    calls.shutdown();
    timer.shutdownNow();
  }
}
