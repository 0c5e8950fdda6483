package dev.sandpool.kubernetes;

import dev.sandpool.TerminalSize;
import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelFactory;
import dev.sandpool.backend.exec.ChannelListener;
import dev.sandpool.backend.exec.TerminalChannel;
import dev.sandpool.kubernetes.websocket.WebSockets;
import dev.sandpool.kubernetes.websocket.WebSockets.Patience;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.Pair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Supplier;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
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

  private static final Patience PATIENCE =
      new Patience(Duration.ofSeconds(30), Duration.ofSeconds(20), Duration.ofSeconds(5));
  private static final List<String> PROTOCOLS = List.of(ExecSocket.V5, ExecSocket.V4);
  private static final List<String> PIPES = List.of("stdin", "stdout", "stderr");
  private static final List<String> TERMINAL = List.of("stdin", "stdout", "tty");

  private final Cluster cluster;
  private final WebSockets sockets;

  /** Prepares to open streams on a cluster. */
  public ExecSockets(Cluster cluster) {
    this(cluster, PATIENCE);
  }

  ExecSockets(Cluster cluster, Patience patience) {
    this.cluster = cluster;
    Dispatcher dispatcher = new Dispatcher();
    dispatcher.setMaxRequests(MOST_OPEN);
    dispatcher.setMaxRequestsPerHost(MOST_OPEN);
    OkHttpClient http =
        cluster.client().getHttpClient().newBuilder().dispatcher(dispatcher).build();
    sockets = new WebSockets(http, patience);
  }

  /**
   * Starts a process in a container of a Pod. Failures go to the listener.
   *
   * @param container its name; empty where the Pod has only one
   */
  public Channel open(
      ObjectName pod, String container, List<String> argv, ChannelListener listener) {
    return open(pod, container, argv, PIPES, listener);
  }

  /** Likewise, with a terminal instead of pipes. */
  public TerminalChannel openTerminal(
      ObjectName pod, String container, List<String> argv, ChannelListener listener) {
    return open(pod, container, argv, TERMINAL, listener);
  }

  private ExecSocket open(
      ObjectName pod,
      String container,
      List<String> argv,
      List<String> streams,
      ChannelListener listener) {
    ExecSocket socket = new ExecSocket(listener);
    try {
      socket.attach(sockets.open(request(pod, container, argv, streams), PROTOCOLS, socket));
    } catch (ApiException e) {
      socket.refused(e);
    }
    return socket;
  }

  /** How many streams are open or opening. */
  int open() {
    return sockets.open();
  }

  /** Drops all streams and lets the threads end. */
  @Override
  public void close() {
    sockets.close();
  }

  /** GET {@code …/pods/{name}/exec}, upgraded; see the Kubernetes API reference, Pod connect. */
  private Request request(ObjectName pod, String container, List<String> argv, List<String> streams)
      throws ApiException {
    ApiClient client = cluster.client();
    List<Pair> query = new ArrayList<>();
    if (!container.isEmpty()) {
      query.add(new Pair("container", container));
    }
    streams.forEach(stream -> query.add(new Pair(stream, "true")));
    argv.forEach(argument -> query.add(new Pair("command", argument)));
    String path = "/api/v1/namespaces/%s/pods/%s/exec".formatted(pod.namespace(), pod.name());
    return client.buildRequest(
        client.getBasePath(),
        path,
        "GET",
        query,
        List.of(),
        null,
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new String[] {"BearerToken"},
        null);
  }

  /** Starts processes in a container of a Pod that is known. */
  public ChannelFactory to(Supplier<ObjectName> pod, String container) {
    return new PodChannels(this, pod, container);
  }

  private record PodChannels(ExecSockets sockets, Supplier<ObjectName> pod, String container)
      implements ChannelFactory {
    @Override
    public Channel open(List<String> argv, ChannelListener listener) {
      return sockets.open(pod.get(), container, argv, listener);
    }

    @Override
    public TerminalChannel openTerminal(
        List<String> argv, TerminalSize size, ChannelListener listener) {
      return sockets.openTerminal(pod.get(), container, argv, listener);
    }
  }
}
