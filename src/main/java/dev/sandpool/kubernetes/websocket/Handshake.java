package dev.sandpool.kubernetes.websocket;

import java.net.ProtocolException;
import java.util.List;
import java.util.random.RandomGenerator;
import okhttp3.Request;
import okhttp3.Response;
import okio.ByteString;
import okio.Socket;

/** How a client asks for a WebSocket, and takes only what it asked for (RFC 6455, section 4.1). */
final class Handshake {

  private static final String PROTOCOL = "Sec-WebSocket-Protocol";
  private static final String ACCEPT = "Sec-WebSocket-Accept";
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int SWITCHING = 101;
  private static final int NONCE_BYTES = 16;

  private final List<String> protocols;
  private final String key;

  /**
   * Prepares to ask.
   *
   * @param protocols one of these must come of it; the first is preferred
   */
  Handshake(List<String> protocols, RandomGenerator random) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    this.protocols = List.copyOf(protocols);
    key = ByteString.of(nonce).base64();
  }

  /** The same request, asking for a WebSocket. */
  Request ask(Request plain) {
    return plain
        .newBuilder()
        .header("Connection", "Upgrade")
        .header("Upgrade", "websocket")
        .header("Sec-WebSocket-Version", "13")
        .header("Sec-WebSocket-Key", key)
        .header(PROTOCOL, String.join(", ", protocols))
        .build();
  }

  /** Whether the server speaks WebSocket now, well or badly; else it gave an HTTP answer. */
  static boolean isSwitched(Response response) {
    return response.code() == SWITCHING;
  }

  /**
   * The connection, if the answer is what was asked for.
   *
   * @throws ProtocolException if it is not
   */
  Socket take(Response response) throws ProtocolException {
    require(isSwitched(response), "HTTP " + response.code());
    require(
        "websocket".equalsIgnoreCase(response.header("Upgrade")),
        "an upgrade to " + response.header("Upgrade"));
    String accept = ByteString.encodeUtf8(key + GUID).sha1().base64();
    require(accept.equals(response.header(ACCEPT)), "a wrong " + ACCEPT);
    String extensions = response.header("Sec-WebSocket-Extensions");
    require(extensions == null, "extensions that nobody asked for: " + extensions);
    require(
        protocols.contains(protocol(response)),
        "the protocol \"" + protocol(response) + "\", not one of " + protocols);
    Socket socket = response.socket();
    require(socket != null, "an upgrade that left no connection");
    return socket;
  }

  /** What the server chose; empty if nothing. */
  static String protocol(Response response) {
    return response.header(PROTOCOL, "");
  }

  private static void require(boolean right, String what) throws ProtocolException {
    if (!right) {
      throw new ProtocolException("asked for a WebSocket, the server answered with " + what);
    }
  }
}
