package dev.sandpool.mcp.http;

import dev.sandpool.CreateRequest;
import dev.sandpool.Sandboxes;
import dev.sandpool.bootstrap.McpSettings;
import dev.sandpool.mcp.protocol.CallContext;
import dev.sandpool.mcp.protocol.Cancellation;
import dev.sandpool.mcp.protocol.ClientSession;
import dev.sandpool.mcp.protocol.Progress;
import dev.sandpool.mcp.protocol.ProtocolServer;
import dev.sandpool.mcp.tool.Toolbox;
import dev.sandpool.mcp.tool.Workplace;
import dev.sandpool.security.Access;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpStreamableServerSession.McpStreamableServerSessionInit;
import jakarta.servlet.http.HttpServletResponse;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Schedulers;

/** The server behind the servlet: opens and ends sessions, and passes messages on. */
final class HttpDoor implements AutoCloseable {

  private static final Duration TELL_EVERY = Duration.ofSeconds(5);
  private static final Duration BEAT_EVERY = Duration.ofSeconds(15);
  private static final Duration LONGEST_SWEEP = Duration.ofSeconds(30);

  /** Several, as one that writes to a client that does not read waits. */
  private static final int TIMER_THREADS = 4;

  private final McpSettings settings;
  private final CurrentAccess access = new CurrentAccess();
  private final Sandboxes sandboxes;
  private final McpJsonMapper json = McpJsonDefaults.getMapper();
  private final HttpClients clients = new HttpClients();
  private final Sessions sessions;
  private final ScheduledExecutorService timer;

  /** Serves with the tools; calls block the request's thread, as commands over REST do. */
  HttpDoor(McpSettings settings, Sandboxes sandboxes) {
    this.settings = settings;
    this.sandboxes = Access.over(sandboxes, access);
    sessions = new Sessions(settings.maxSessions(), settings.idleTtl());
    timer = Executors.newScheduledThreadPool(TIMER_THREADS, HttpDoor::daemon);
    new ProtocolServer(new Toolbox(settings), json, new Progress(timer, TELL_EVERY))
        .over(clients, Schedulers.immediate());
    long sweep = Math.min(settings.idleTtl().toMillis() / 2, LONGEST_SWEEP.toMillis());
    timer.scheduleWithFixedDelay(sessions::sweep, sweep, sweep, TimeUnit.MILLISECONDS);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "mcp-timer");
    thread.setDaemon(true);
    return thread;
  }

  McpJsonMapper json() {
    return json;
  }

  Sessions sessions() {
    return sessions;
  }

  List<String> versions() {
    return clients.protocolVersions();
  }

  /** A session that was opened, and what its client is told. */
  record Opened(String id, String answer) {}

  /**
   * Opens a session.
   *
   * @param key what the client wants its sandbox kept under; empty for what the settings say
   */
  Opened open(JSONRPCRequest request, String tenant, Optional<String> key)
      throws RefusedException, java.io.IOException {
    McpStreamableServerSessionInit init = clients.factory().startSession(initialize(request));
    HttpSession session =
        new HttpSession(
            tenant, init.session(), new ClientSession(workplace(tenant, key), System::nanoTime));
    sessions.add(session);
    InitializeResult result = init.initResult().block();
    return new Opened(
        session.id(), json.writeValueAsString(JSONRPCResponse.result(request.id(), result)));
  }

  private InitializeRequest initialize(JSONRPCRequest request) throws RefusedException {
    try {
      InitializeRequest initialize = json.convertValue(request.params(), InitializeRequest.class);
      if (initialize != null) {
        return initialize;
      }
    } catch (RuntimeException e) {
      // Told like one that is not there.
    }
    throw new RefusedException(
        HttpServletResponse.SC_BAD_REQUEST,
        ErrorCodes.INVALID_PARAMS,
        "params: give protocolVersion, capabilities and clientInfo");
  }

  private Workplace workplace(String tenant, Optional<String> key) {
    CreateRequest request =
        CreateRequest.of(settings.spec())
            .withTenant(tenant)
            .withLabels(Map.of("door", "mcp"))
            .withIdleTtl(settings.idleTtl());
    return new Workplace(sandboxes, key.or(settings::key).map(request::withKey).orElse(request));
  }

  /**
   * Serves a request to its end, and writes events to a stream. Blocks.
   *
   * @param caller what it may do
   */
  void serve(HttpSession session, Access caller, JSONRPCRequest request, OutputStream out) {
    EventStream events = new EventStream(json, out);
    Future<?> beats =
        timer.scheduleAtFixedRate(
            events::beat, BEAT_EVERY.toSeconds(), BEAT_EVERY.toSeconds(), TimeUnit.SECONDS);
    try {
      access.with(
          caller,
          () ->
              session
                  .protocol()
                  .responseStream(events)
                  .handle(request)
                  .contextWrite(new CallContext(session.client(), request.id())::in)
                  .block());
    } finally {
      beats.cancel(false);
      events.end();
      session.client().touch();
    }
  }

  /** Takes what needs no answer. */
  void accept(HttpSession session, JSONRPCMessage message) {
    session.client().touch();
    Optional<Object> cancelled = Cancellation.request(message);
    if (cancelled.isPresent()) {
      session.client().cancel(cancelled.get());
    } else if (message instanceof JSONRPCNotification notification) {
      session
          .protocol()
          .accept(notification)
          .contextWrite(new CallContext(session.client(), "")::in)
          .block();
    }
    // The server asks its clients nothing, so a response is to nothing.
  }

  /** Stops what runs and gives all sandboxes up. Blocks. */
  @Override
  public void close() {
    timer.shutdownNow();
    sessions.close();
  }
}
