package dev.sandpool.kubernetes.claim.connect;

import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.websocket.WebSockets;
import dev.sandpool.kubernetes.websocket.WebSockets.Patience;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.Pair;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import javax.net.SocketFactory;
import okhttp3.OkHttpClient;
import okhttp3.Request;

/**
 * Connects to ports of Pods through the API server: what {@code kubectl port-forward} does, with
 * the same client and credentials as all else, so it can only be the same cluster.
 *
 * <p>Each connection is one WebSocket. One that breaks is its user's to replace.
 */
final class PortForwards implements AutoCloseable {

  static final String PROTOCOL = "v4.channel.k8s.io";

  private final Cluster cluster;
  private final WebSockets sockets;

  PortForwards(Cluster cluster) {
    this(cluster, Duration.ofSeconds(20));
  }

  PortForwards(Cluster cluster, Duration ping) {
    this.cluster = cluster;
    Patience patience = new Patience(Duration.ofSeconds(30), ping, Duration.ofSeconds(5));
    sockets =
        new WebSockets(
            HttpClients.strict(cluster.client().getHttpClient().newBuilder()).build(), patience);
  }

  /** A client whose URLs are of {@link ForwardHost}s. */
  OkHttpClient client() {
    return HttpClients.plain().dns(ForwardHost.DNS).socketFactory(new Sockets()).build();
  }

  /** Starts to connect. */
  ForwardStream open(ForwardHost host, int port) throws IOException {
    ForwardStream stream = new ForwardStream(host, port);
    try {
      stream.attach(sockets.open(request(host, port), List.of(PROTOCOL), stream));
    } catch (ApiException e) {
      throw new IOException(e);
    }
    return stream;
  }

  @Override
  public void close() {
    sockets.close();
  }

  /** GET {@code …/pods/{name}/portforward}, upgraded; see the Kubernetes API reference. */
  private Request request(ForwardHost host, int port) throws ApiException {
    ApiClient client = cluster.client();
    return client.buildRequest(
        client.getBasePath(),
        "/api/v1/namespaces/%s/pods/%s/portforward".formatted(host.namespace(), host.pod()),
        "GET",
        List.of(new Pair("ports", Integer.toString(port))),
        List.of(),
        null,
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new String[] {"BearerToken"},
        null);
  }

  /** Only unconnected sockets are asked for. */
  private final class Sockets extends SocketFactory {
    @Override
    public Socket createSocket() {
      return new ForwardedSocket(PortForwards.this);
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
      throw new UnsupportedOperationException();
    }
  }
}
