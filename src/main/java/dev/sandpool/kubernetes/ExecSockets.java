package dev.sandpool.kubernetes;

import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelListener;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.Pair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;

/**
 * Opens exec streams to Pods.
 *
 * <p>It borrows address, TLS and credentials from the API client, and has limits of its own: OkHttp
 * counts an open WebSocket as a running request and queues what is over 64 in silence, so the
 * number here is {@value #MOST_OPEN}. Each open stream has one reading thread. A ping every 20
 * seconds finds connections that died without a word.
 */
public final class ExecSockets implements AutoCloseable {

  /** How many exec streams one client may have open. */
  public static final int MOST_OPEN = 2_000;

  private final Cluster cluster;
  private final OkHttpClient http;

  /**
   * How long the server may take.
   *
   * @param upgrade from the request to the open stream
   * @param ping for its answer to a ping; also how often one is sent
   * @param goodbye for its answer to our close
   */
  record Patience(Duration upgrade, Duration ping, Duration goodbye) {
    static final Patience DEFAULT =
        new Patience(Duration.ofSeconds(30), Duration.ofSeconds(20), Duration.ofSeconds(5));
  }

  /** Prepares to open streams in a cluster's namespace. */
  public ExecSockets(Cluster cluster) {
    this(cluster, Patience.DEFAULT);
  }

  ExecSockets(Cluster cluster, Patience patience) {
    this.cluster = cluster;
    Dispatcher dispatcher = new Dispatcher();
    dispatcher.setMaxRequests(MOST_OPEN);
    dispatcher.setMaxRequestsPerHost(MOST_OPEN);
    http =
        cluster
            .client()
            .getHttpClient()
            .newBuilder()
            .dispatcher(dispatcher)
            .protocols(List.of(Protocol.HTTP_1_1))
            .readTimeout(Duration.ZERO)
            .pingInterval(patience.ping())
            // A stream has no read timeout, so nothing else bounds the wait for its opening.
            .callTimeout(patience.upgrade())
            .webSocketCloseTimeout(patience.goodbye())
            .build();
  }

  /** Starts a process in a container of a Pod. Failures go to the listener. */
  public Channel open(String pod, String container, List<String> argv, ChannelListener listener) {
    ExecSocket socket = new ExecSocket(listener);
    try {
      socket.attach(http.newWebSocket(request(pod, container, argv), socket));
    } catch (ApiException e) {
      socket.refused(e);
    }
    return socket;
  }

  /** How many streams are open or opening. */
  int open() {
    return http.dispatcher().runningCallsCount() + http.dispatcher().queuedCallsCount();
  }

  /** Closes idle connections and lets the threads end. */
  @Override
  public void close() {
    http.dispatcher().cancelAll();
    http.dispatcher().executorService().shutdown();
  }

  /** GET {@code …/pods/{name}/exec}, upgraded; see the Kubernetes API reference, Pod connect. */
  private Request request(String pod, String container, List<String> argv) throws ApiException {
    ApiClient client = cluster.client();
    List<Pair> query = new ArrayList<>();
    query.add(new Pair("container", container));
    query.add(new Pair("stdin", "true"));
    query.add(new Pair("stdout", "true"));
    query.add(new Pair("stderr", "true"));
    argv.forEach(argument -> query.add(new Pair("command", argument)));
    Map<String, String> headers = new HashMap<>();
    headers.put("Sec-WebSocket-Protocol", ExecSocket.V5 + ", " + ExecSocket.V4);
    String path = "/api/v1/namespaces/%s/pods/%s/exec".formatted(cluster.namespace(), pod);
    return client.buildRequest(
        client.getBasePath(),
        path,
        "GET",
        query,
        List.of(),
        null,
        headers,
        new HashMap<>(),
        new HashMap<>(),
        new String[] {"BearerToken"},
        null);
  }
}
