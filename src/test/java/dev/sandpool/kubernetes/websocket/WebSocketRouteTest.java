package dev.sandpool.kubernetes.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.kubernetes.websocket.WebSockets.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import okio.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All ways that the client knows, with what it brings: TLS, certificates, headers, proxies. */
@Timeout(30)
class WebSocketRouteTest {

  private static final Patience PATIENCE =
      new Patience(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(20));

  private final HeldCertificate authority =
      new HeldCertificate.Builder().certificateAuthority(0).build();
  private final HeldCertificate host =
      new HeldCertificate.Builder()
          .signedBy(authority)
          .addSubjectAlternativeName("localhost")
          .build();
  private final HeldCertificate user =
      new HeldCertificate.Builder().signedBy(authority).commonName("sandpool").build();
  private final MockWebServer server = new MockWebServer();
  private final Heard heard = new Heard();
  private WebSockets sockets;

  @BeforeEach
  void start() throws IOException {
    server.useHttps(
        new HandshakeCertificates.Builder()
            .heldCertificate(host)
            .addTrustedCertificate(authority.certificate())
            .build()
            .sslSocketFactory());
    server.requireClientAuth();
    server.start();
  }

  @AfterEach
  void stop() {
    sockets.close();
    server.close();
  }

  @Test
  void largeMessagesGoThroughTls() throws Exception {
    server.enqueue(echo());

    talk(client().build());

    assertThat(server.takeRequest().getHandshakeServerNames()).isNotNull();
  }

  @Test
  void clientCertificateAndHeadersGoAlong() throws Exception {
    server.enqueue(echo());

    talk(
        client()
            .addInterceptor(
                chain ->
                    chain.proceed(
                        chain.request().newBuilder().header("Authorization", "Bearer t").build()))
            .build());

    RecordedRequest request = server.takeRequest();
    assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer t");
    assertThat(request.getHandshake().peerPrincipal().getName()).contains("sandpool");
  }

  @Test
  void proxyIsUsed() throws Exception {
    server.enqueue(new MockResponse.Builder().inTunnel().build());
    server.enqueue(echo());

    talk(client().proxy(server.getProxyAddress()).build());

    assertThat(server.takeRequest().getRequestLine()).startsWith("CONNECT ");
  }

  @Test
  void certificateOfAnotherIsRefused() {
    server.enqueue(echo());
    HandshakeCertificates trust =
        new HandshakeCertificates.Builder()
            .heldCertificate(user)
            .addTrustedCertificate(user.certificate())
            .build();
    open(client().sslSocketFactory(trust.sslSocketFactory(), trust.trustManager()).build());

    assertThat(heard.end()).startsWith("failed").containsIgnoringCase("certif");
  }

  /** One that looks for a body, as logging ones do. */
  @Test
  void networkInterceptorsOfOthersStayOut() throws Exception {
    server.enqueue(echo());

    talk(
        client()
            .addNetworkInterceptor(
                chain -> {
                  Response response = chain.proceed(chain.request());
                  response.peekBody(10);
                  return response;
                })
            .build());
  }

  private void talk(OkHttpClient client) throws Exception {
    WebSocketConnection connection = open(client);
    heard.opened.get(10, TimeUnit.SECONDS);
    for (int length : new int[] {0, 1, 65_520, 65_521, 300_000}) {
      byte[] bytes = new byte[length];
      new Random(length).nextBytes(bytes);
      connection.send('0', bytes, 0, length);
      ByteString back = heard.messages.poll(10, TimeUnit.SECONDS);
      assertThat(back.substring(1)).isEqualTo(ByteString.of(bytes));
    }
    connection.close();
    assertThat(heard.end()).isEqualTo("closed 1000");
  }

  private WebSocketConnection open(OkHttpClient client) {
    sockets = new WebSockets(client, PATIENCE);
    return sockets.open(new Request.Builder().url(server.url("/")).build(), List.of("echo"), heard);
  }

  private OkHttpClient.Builder client() {
    HandshakeCertificates certificates =
        new HandshakeCertificates.Builder()
            .heldCertificate(user)
            .addTrustedCertificate(authority.certificate())
            .build();
    return new OkHttpClient.Builder()
        .dispatcher(new Dispatcher())
        .sslSocketFactory(certificates.sslSocketFactory(), certificates.trustManager());
  }

  private static MockResponse echo() {
    return new MockResponse.Builder()
        .addHeader("Sec-WebSocket-Protocol", "echo")
        .webSocketUpgrade(
            new WebSocketListener() {
              @Override
              public void onMessage(WebSocket socket, ByteString message) {
                socket.send(message);
              }

              @Override
              public void onClosing(WebSocket socket, int code, String reason) {
                socket.close(code, null);
              }
            })
        .build();
  }
}
