package dev.sandpool.kubernetes.claim.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sandpool.kubernetes.Cluster;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import okio.Buffer;
import okio.ByteString;

/** An API server that forwards every Pod's ports to those of this machine. */
final class ForwardServer implements AutoCloseable {

  private static final int NORMAL = 1000;

  private final MockWebServer server = new MockWebServer();
  private final List<Bridge> bridges = new CopyOnWriteArrayList<>();
  private final AtomicInteger opened = new AtomicInteger();
  private volatile MockResponse refusal;

  ForwardServer() throws IOException {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return answer(request);
          }
        });
    server.start();
  }

  PortForwards forwards() {
    ApiClient client = new ApiClient().setBasePath("http://127.0.0.1:" + server.getPort());
    return new PortForwards(Cluster.of(client, "team"));
  }

  /** Opens no tunnel from now on. */
  void refuse(int status, String message) {
    refusal =
        new MockResponse.Builder().code(status).body("{\"message\":\"" + message + "\"}").build();
  }

  /** How many tunnels there were. */
  int opened() {
    return opened.get();
  }

  /** Breaks every tunnel that is open. */
  void breakAll() {
    bridges.forEach(Bridge::fail);
  }

  @Override
  public void close() {
    breakAll();
    server.close();
  }

  private MockResponse answer(RecordedRequest request) {
    if (refusal != null) {
      return refusal;
    }
    opened.incrementAndGet();
    int port = Integer.parseInt(request.getUrl().queryParameter("ports"));
    Bridge bridge = new Bridge(port);
    bridges.add(bridge);
    return new MockResponse.Builder()
        .addHeader("Sec-WebSocket-Protocol", PortForwards.PROTOCOL)
        .webSocketUpgrade(bridge)
        .build();
  }

  /** One tunnel; its server's side is a connection to this machine. */
  private static final class Bridge extends WebSocketListener {

    private final int port;
    private volatile WebSocket client;
    private volatile Socket socket;

    Bridge(int port) {
      this.port = port;
    }

    @Override
    public void onOpen(WebSocket opened, Response response) {
      client = opened;
      // As the kubelet may: the port's number in two messages, and an empty one.
      send(0, new byte[] {(byte) port});
      send(0, new byte[] {(byte) (port >> 8)});
      send(1, new byte[] {(byte) port, (byte) (port >> 8)});
      send(0, new byte[0]);
      try {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
      } catch (IOException e) {
        send(
            1, ("failed to connect to localhost:" + port + ": connection refused").getBytes(UTF_8));
        return;
      }
      Thread pump = new Thread(this::pump, "forward-server");
      pump.setDaemon(true);
      pump.start();
    }

    @Override
    public void onMessage(WebSocket from, ByteString message) {
      if (socket == null) {
        return;
      }
      try {
        socket.getOutputStream().write(message.substring(1).toByteArray());
      } catch (IOException e) {
        from.close(NORMAL, null);
      }
    }

    @Override
    public void onClosing(WebSocket from, int code, String reason) {
      from.close(NORMAL, null);
      closeSocket();
    }

    /** As when the node's kubelet is restarted. */
    void fail() {
      if (client != null) {
        client.close(1011, "the node went away");
        closeSocket();
      }
    }

    private void pump() {
      byte[] buffer = new byte[8192];
      try {
        for (int n = socket.getInputStream().read(buffer);
            n >= 0;
            n = socket.getInputStream().read(buffer)) {
          send(0, Arrays.copyOf(buffer, n));
        }
        client.close(NORMAL, null);
      } catch (IOException e) {
        client.close(NORMAL, null);
      }
    }

    private void send(int channel, byte[] bytes) {
      client.send(new Buffer().writeByte(channel).write(bytes).readByteString());
    }

    private void closeSocket() {
      try {
        if (socket != null) {
          socket.close();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
