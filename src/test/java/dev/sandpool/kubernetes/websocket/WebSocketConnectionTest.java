package dev.sandpool.kubernetes.websocket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.kubernetes.websocket.WebSockets.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okio.Buffer;
import okio.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes over the wire, and what a server can do wrong there. */
@Timeout(30)
class WebSocketConnectionTest {

  private static final Patience LONG =
      new Patience(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(20));
  private static final Patience SHORT =
      new Patience(Duration.ofMillis(700), Duration.ofMillis(700), Duration.ofMillis(300));

  private Heard heard = new Heard();
  private WirePeer peer;
  private final ConnectionPool connections = new ConnectionPool();
  private WebSockets sockets;

  @BeforeEach
  void start() throws IOException {
    peer = new WirePeer();
  }

  /** However it ended, it ended once, and nothing is left of it. */
  @AfterEach
  void nothingIsLeft() throws IOException {
    peer.close();
    try {
      await().atMost(Duration.ofSeconds(5)).until(() -> sockets.open() == 0);
      // One that was refused in order may serve another request.
      await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> connections.connectionCount() == connections.idleConnectionCount());
      assertThat(heard.ends).hasSize(1);
    } finally {
      sockets.close();
    }
  }

  @Test
  void asksAsTheStandardSays() throws IOException {
    WebSocketConnection connection = open(LONG);
    Map<String, String> request = peer.accept();

    assertThat(request)
        .containsEntry("connection", "Upgrade")
        .containsEntry("upgrade", "websocket")
        .containsEntry("sec-websocket-version", "13")
        .containsEntry("sec-websocket-protocol", "v5.channel.k8s.io, v4.channel.k8s.io")
        .doesNotContainKey("sec-websocket-extensions");
    assertThat(ByteString.decodeBase64(request.get("sec-websocket-key")).size()).isEqualTo(16);
    connection.close();
    assertThat(heard.end()).startsWith("failed");
  }

  @Test
  void messagesGoBothWays() throws Exception {
    WebSocketConnection connection = open(LONG);
    peer.agree();
    peer.send(0x82, ByteString.encodeUtf8("1hello"));
    assertThat(heard.opened.get(10, TimeUnit.SECONDS)).isEqualTo(WirePeer.PROTOCOL);
    assertThat(heard.message()).isEqualTo("1hello");

    connection.send('0', "xabcx".getBytes(UTF_8), 1, 3);

    assertThat(peer.read()).isEqualTo(new WirePeer.Frame(0x82, ByteString.encodeUtf8("0abc")));
    connection.close();
    assertThat(peer.read()).isEqualTo(new WirePeer.Frame(0x88, ByteString.decodeHex("03e8")));
    peer.close(1000);
    assertThat(heard.end()).isEqualTo("closed 1000");
    assertThat(peer.isOver()).isTrue();
    assertThatThrownBy(() -> connection.send(0, new byte[1], 0, 1)).isInstanceOf(IOException.class);
  }

  /** Whoever asked for it may not have it yet. */
  @Test
  void connectionComesWithTheAgreement() throws Exception {
    heard =
        new Heard() {
          @Override
          public void onOpen(WebSocketConnection connection, String protocol) {
            try {
              connection.send('0', new byte[] {'x'}, 0, 1);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    WebSocketConnection connection = open(LONG);
    peer.agree();

    assertThat(peer.read().payload().utf8()).isEqualTo("0x");
    connection.cancel();
    heard.end();
  }

  @Test
  void messageThatComesWithTheAgreementIsHeard() throws Exception {
    WebSocketConnection connection = open(LONG);
    peer.accept();
    Buffer all = new Buffer().writeUtf8("HTTP/1.1 101 Switching Protocols\r\n");
    peer.agreement().forEach((name, value) -> all.writeUtf8(name + ": " + value + "\r\n"));
    all.writeUtf8("\r\n").writeByte(0x82).writeByte(2).writeUtf8("1x");
    peer.raw(all.readByteArray());

    assertThat(heard.message()).isEqualTo("1x");
    connection.cancel();
    heard.end();
  }

  @Test
  void emptyMessageSaysNothing() throws Exception {
    open(LONG);
    peer.agree();
    peer.send(0x82, ByteString.EMPTY);
    peer.send(0x82, ByteString.encodeUtf8("1"));

    assertThat(heard.message()).isEqualTo("1");
    peer.close(1000);
    heard.end();
  }

  @Test
  void pingIsAnsweredWithWhatItSaid() throws Exception {
    open(LONG);
    peer.agree();
    peer.send(0x89, ByteString.encodeUtf8("there?"));

    assertThat(peer.read()).isEqualTo(new WirePeer.Frame(0x8A, ByteString.encodeUtf8("there?")));
    peer.close(1000);
    heard.end();
  }

  /** And the answer has the same code. */
  @ParameterizedTest
  @ValueSource(ints = {1000, 1001, 1011})
  void serverMayCloseFirst(int code) throws Exception {
    open(LONG);
    peer.agree();
    peer.close(code);

    assertThat(heard.end()).isEqualTo("closed " + code);
    assertThat(peer.read())
        .isEqualTo(new WirePeer.Frame(0x88, new Buffer().writeShort(code).readByteString()));
    assertThat(peer.isOver()).isTrue();
  }

  @Test
  void serverThatDoesNotCloseIsLeft() throws Exception {
    WebSocketConnection connection = open(SHORT);
    peer.agree();
    heard.opened.get(10, TimeUnit.SECONDS);

    connection.close();

    assertThat(heard.end()).startsWith("failed");
    assertThat(peer.read().first()).isEqualTo(0x88);
    assertThat(peer.isOver()).isTrue();
  }

  @Test
  void forbiddenFrameIsToldToTheServer() throws Exception {
    open(LONG);
    peer.agree();
    peer.send(0xC2, ByteString.encodeUtf8("1x"));

    assertThat(heard.end()).contains("reserved bits");
    assertThat(peer.read()).isEqualTo(new WirePeer.Frame(0x88, ByteString.decodeHex("03ea")));
    assertThat(peer.isOver()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "Sec-WebSocket-Accept,AAAAAAAAAAAAAAAAAAAAAAAAAAA=,wrong Sec-WebSocket-Accept",
    "Sec-WebSocket-Accept,,wrong Sec-WebSocket-Accept",
    "Sec-WebSocket-Protocol,base64.channel.k8s.io,base64.channel.k8s.io",
    "Sec-WebSocket-Protocol,,not one of",
    "Sec-WebSocket-Extensions,permessage-deflate,permessage-deflate",
    "Upgrade,SPDY/3.1,SPDY/3.1",
    "Connection,,no connection"
  })
  void agreementToAnythingElseIsNone(String header, String value, String words) throws Exception {
    open(LONG);
    peer.accept();
    Map<String, String> headers = peer.agreement();
    if (value == null) {
      headers.remove(header);
    } else {
      headers.put(header, value);
    }
    peer.answer(headers);

    assertThat(heard.end()).startsWith("failed").contains(words).doesNotContain("HTTP 101");
    assertThat(heard.opened).isNotDone();
    assertThat(peer.isOver()).isTrue();
  }

  @Test
  void refusalCanBeRead() throws Exception {
    open(LONG);
    peer.accept();
    peer.raw("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\n{}".getBytes(UTF_8));

    assertThat(heard.end()).endsWith("HTTP 403");
  }

  @Test
  void silentServerIsTakenForDead() throws Exception {
    open(SHORT);
    peer.agree();

    assertThat(heard.end()).isEqualTo("failed the server was silent for 700 ms after a ping");
    assertThat(peer.read()).isEqualTo(new WirePeer.Frame(0x89, ByteString.EMPTY));
  }

  @Test
  void serverThatAnswersPingsIsNot() throws Exception {
    WebSocketConnection connection = open(SHORT);
    peer.agree();
    for (int i = 0; i < 3; i++) {
      assertThat(peer.read()).isEqualTo(new WirePeer.Frame(0x89, ByteString.EMPTY));
      peer.send(0x8A, ByteString.EMPTY);
    }

    assertThat(heard.ends).isEmpty();
    connection.cancel();
    heard.end();
  }

  /** As a download to a slow reader: the pong is there, but nobody reads it. */
  @Test
  void slowListenerIsNotADeadServer() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    heard =
        new Heard() {
          @Override
          public void onMessage(int first, Buffer others) {
            try {
              release.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            super.onMessage(first, others);
          }
        };
    open(SHORT);
    peer.agree();
    peer.send(0x82, ByteString.encodeUtf8("1x"));
    for (int i = 0; i < 3; i++) {
      assertThat(peer.read()).isEqualTo(new WirePeer.Frame(0x89, ByteString.EMPTY));
    }
    release.countDown();
    peer.send(0x82, ByteString.encodeUtf8("1y"));

    assertThat(heard.message() + heard.message()).isEqualTo("1x1y");
    peer.close(1000);
    assertThat(heard.end()).isEqualTo("closed 1000");
  }

  @Test
  void serverThatTakesNothingIsGivenUp() throws Exception {
    WebSocketConnection connection = open(SHORT);
    peer.agree();
    heard.opened.get(10, TimeUnit.SECONDS);

    // It keeps talking, so only the writer can notice.
    CompletableFuture<Void> talk = CompletableFuture.runAsync(this::talk);
    assertThatThrownBy(() -> fill(connection))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("the server took nothing for 700 ms");
    assertThat(heard.end()).isEqualTo("failed the server took nothing for 700 ms");
    talk.get(10, TimeUnit.SECONDS);
  }

  @Test
  void closeFreesAWriterThatWaits() throws Exception {
    WebSocketConnection connection = open(LONG);
    peer.agree();
    heard.opened.get(10, TimeUnit.SECONDS);
    CompletableFuture<Throwable> writer = CompletableFuture.supplyAsync(() -> failure(connection));
    await().during(Duration.ofMillis(300)).until(() -> !writer.isDone());

    connection.close();

    assertThat(writer.get(5, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
    assertThat(heard.end()).startsWith("failed");
  }

  @Test
  void interruptedWriterBreaksNothing() throws Exception {
    WebSocketConnection connection = open(LONG);
    peer.agree();
    heard.opened.get(10, TimeUnit.SECONDS);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> connection.send(0, new byte[1], 0, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();

    connection.send('0', new byte[] {'x'}, 0, 1);

    assertThat(peer.read().payload().utf8()).isEqualTo("0x");
    peer.close(1000);
    heard.end();
  }

  @Test
  void listenerThatFailsHearsOfTheEnd() throws Exception {
    heard =
        new Heard() {
          @Override
          public void onMessage(int first, Buffer others) {
            throw new IllegalStateException("this test's listener fails on purpose");
          }
        };
    open(LONG);
    peer.agree();
    peer.send(0x82, ByteString.encodeUtf8("1x"));

    assertThat(heard.end()).contains("this test's listener fails on purpose");
    assertThat(peer.isOver()).isTrue();
  }

  @Test
  void nothingCanBeSentBeforeItIsOpen() throws Exception {
    WebSocketConnection connection = open(LONG);

    assertThatThrownBy(() -> connection.send(0, new byte[1], 0, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not open yet");
    connection.cancel();
    heard.end();
  }

  /** What it says first is heard, though nobody takes what is being written. */
  @Test
  void serverMayCloseUnderAWriter() throws Exception {
    WebSocketConnection connection = open(LONG);
    peer.agree();
    heard.opened.get(10, TimeUnit.SECONDS);
    CompletableFuture<Throwable> writer = CompletableFuture.supplyAsync(() -> failure(connection));
    peer.send(0x82, ByteString.encodeUtf8("3why"));
    peer.close(1011);
    assertThat(heard.message()).isEqualTo("3why");
    assertThat(heard.end()).isEqualTo("closed 1011");
    assertThat(writer.get(10, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
  }

  private WebSocketConnection open(Patience patience) {
    OkHttpClient client =
        new OkHttpClient.Builder().dispatcher(new Dispatcher()).connectionPool(connections).build();
    sockets = new WebSockets(client, patience);
    Request request = new Request.Builder().url(peer.url()).build();
    return sockets.open(request, List.of(WirePeer.PROTOCOL, "v4.channel.k8s.io"), heard);
  }

  /** Until the client has left. */
  private void talk() {
    try {
      while (true) {
        peer.send(0x8A, ByteString.EMPTY);
        TimeUnit.MILLISECONDS.sleep(50);
      }
    } catch (IOException e) {
      // That was it.
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Throwable failure(WebSocketConnection connection) {
    try {
      fill(connection);
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  /** More than the system buffers. */
  private static void fill(WebSocketConnection connection) throws IOException {
    byte[] much = new byte[1024 * 1024];
    for (int i = 0; i < 200; i++) {
      connection.send(0, much, 0, much.length);
    }
  }
}
