package dev.sandpool.kubernetes.websocket;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import okio.Buffer;
import okio.BufferedSource;
import okio.ByteString;
import okio.Okio;

/** The server's end of one WebSocket, by hand: it does what is asked, and nothing else. */
final class WirePeer implements AutoCloseable {

  static final String PROTOCOL = "v5.channel.k8s.io";

  private final ServerSocket listening;
  private Socket socket;
  private BufferedSource source;
  private Map<String, String> request;

  WirePeer() throws IOException {
    listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  /** What one frame had, unmasked. */
  record Frame(int first, ByteString payload) {}

  String url() {
    return "http://127.0.0.1:" + listening.getLocalPort() + "/";
  }

  /** Takes a connection and reads its request. */
  Map<String, String> accept() throws IOException {
    socket = listening.accept();
    source = Okio.buffer(Okio.source(socket));
    request = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    source.readUtf8LineStrict();
    for (String line = source.readUtf8LineStrict();
        !line.isEmpty();
        line = source.readUtf8LineStrict()) {
      String[] field = line.split(": ", 2);
      request.put(field[0].toLowerCase(Locale.ROOT), field[1]);
    }
    return request;
  }

  /** Takes a connection and agrees. */
  WirePeer agree() throws IOException {
    accept();
    answer(agreement());
    return this;
  }

  /** The headers of an agreement, to be changed. */
  Map<String, String> agreement() {
    Map<String, String> headers = new TreeMap<>();
    headers.put("Connection", "Upgrade");
    headers.put("Upgrade", "websocket");
    headers.put("Sec-WebSocket-Protocol", PROTOCOL);
    headers.put(
        "Sec-WebSocket-Accept",
        ByteString.encodeUtf8(
                request.get("sec-websocket-key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
            .sha1()
            .base64());
    return headers;
  }

  void answer(Map<String, String> headers) throws IOException {
    StringBuilder text = new StringBuilder("HTTP/1.1 101 Switching Protocols\r\n");
    headers.forEach((name, value) -> text.append(name + ": " + value + "\r\n"));
    raw(text.append("\r\n").toString().getBytes(UTF_8));
  }

  void raw(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  void send(int first, ByteString payload) throws IOException {
    raw(new Buffer().writeByte(first).writeByte(payload.size()).write(payload).readByteArray());
  }

  void close(int code) throws IOException {
    send(0x88, new Buffer().writeShort(code).readByteString());
  }

  /** Reads a frame; blocks. */
  Frame read() throws IOException {
    int first = source.readByte() & 0xFF;
    long length = source.readByte() & 0x7F;
    if (length == 126) {
      length = source.readShort() & 0xFFFF;
    } else if (length == 127) {
      length = source.readLong();
    }
    byte[] key = source.readByteArray(4);
    byte[] payload = source.readByteArray(length);
    for (int i = 0; i < payload.length; i++) {
      payload[i] ^= key[i % 4];
    }
    return new Frame(first, ByteString.of(payload));
  }

  /** Whether the client has ended the connection; blocks until it says something. */
  boolean isOver() {
    try {
      return source.exhausted();
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    if (socket != null) {
      socket.close();
    }
  }
}
