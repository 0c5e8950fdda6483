package dev.sandpool.kubernetes.websocket;

import dev.sandpool.backend.DaemonThreads;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;

/**
 * Opens WebSockets with an OkHttp client: its TLS, credentials, proxies and interceptors, and
 * framing of our own, as OkHttp masks byte by byte.
 *
 * <p>Each connection has one thread of the client's dispatcher, which reads; control frames are
 * written by others of its threads. Besides, there is one timer.
 */
public final class WebSockets implements AutoCloseable {

  private final OkHttpClient http;
  private final ScheduledThreadPoolExecutor timer;
  private final Terms terms;

  /**
   * How long the server may take.
   *
   * @param upgrade from the request to the open connection
   * @param ping for a sign of life after a ping, and to take what is written; also how often a ping
   *     is sent
   * @param goodbye for its answer to our close
   */
  public record Patience(Duration upgrade, Duration ping, Duration goodbye) {}

  /**
   * Prepares to open connections.
   *
   * @param client its dispatcher bounds how many there can be, and {@link #close} shuts it down, so
   *     it should be one of its own
   */
  public WebSockets(OkHttpClient client, Patience patience) {
    OkHttpClient.Builder builder =
        client
            .newBuilder()
            .protocols(List.of(Protocol.HTTP_1_1))
            .readTimeout(Duration.ZERO)
            // Nothing else bounds the wait for the answer.
            .callTimeout(patience.upgrade());
    // Those of others see what the network sees, and may look for a body.
    builder.networkInterceptors().clear();
    http = builder.addNetworkInterceptor(Line.INTERCEPTOR).build();
    timer = new ScheduledThreadPoolExecutor(1, new DaemonThreads("sandpool-websocket-timer"));
    timer.setRemoveOnCancelPolicy(true);
    terms = new Terms(patience, new SecureRandom(), http.dispatcher().executorService(), timer);
  }

  /**
   * Starts to open a connection; returns at once. Failures go to {@code events}.
   *
   * @param protocols sub-protocols, the preferred one first; the server has to choose one
   */
  public WebSocketConnection open(Request request, List<String> protocols, WebSocketEvents events) {
    Handshake handshake = new Handshake(protocols, terms.random());
    Line line = new Line();
    Request tagged = handshake.ask(request).newBuilder().tag(Line.class, line).build();
    WebSocketConnection connection =
        new WebSocketConnection(http.newCall(tagged), handshake, terms, events, line);
    connection.start();
    return connection;
  }

  /** How many connections are open or opening. */
  public int open() {
    Dispatcher dispatcher = http.dispatcher();
    return dispatcher.runningCallsCount() + dispatcher.queuedCallsCount();
  }

  /** Drops all connections and lets the threads end. */
  @Override
  public void close() {
    http.dispatcher().cancelAll();
    http.dispatcher().executorService().shutdown();
    timer.shutdownNow();
  }
}
