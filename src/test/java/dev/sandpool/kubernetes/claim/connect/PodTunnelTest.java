package dev.sandpool.kubernetes.claim.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.kubernetes.claim.connect.SandboxHttp.Ask;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HTTP to a Pod through the API server. */
class PodTunnelTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final RequestBody BODY = RequestBody.create(new byte[100_000]);

  private final MockWebServer runtime = new MockWebServer();
  private ForwardServer api;
  private Route route;

  @BeforeEach
  void start() throws IOException {
    runtime.start();
    api = new ForwardServer();
    route = new PodTunnelRoute(api.forwards());
  }

  @AfterEach
  void stop() {
    route.close();
    api.close();
    runtime.close();
  }

  @Test
  void requestsShareATunnel() throws Exception {
    for (int i = 0; i < 5; i++) {
      runtime.enqueue(new MockResponse.Builder().body("b".repeat(300_000)).build());
      assertThat(http().send(Ask.post("execute", BODY, LONG)).body()).hasSize(300_000);
      assertThat(runtime.takeRequest().getBody().size()).isEqualTo(100_000);
    }

    assertThat(api.opened()).isEqualTo(1);
  }

  /** kubernetes/kubernetes 74551: a broken tunnel stays broken. */
  @Test
  void brokenTunnelIsReplaced() throws Exception {
    runtime.enqueue(new MockResponse.Builder().body("one").build());
    http().send(Ask.get("", LONG, LONG));
    api.breakAll();
    runtime.enqueue(new MockResponse.Builder().body("two").build());

    assertThat(http().send(Ask.get("", LONG, LONG)).body()).asString().isEqualTo("two");
    assertThat(api.opened()).isEqualTo(2);
  }

  @Test
  void connectionThatDiesInAnAnswerIsReplaced() throws Exception {
    runtime.enqueue(
        new MockResponse.Builder()
            .body("x".repeat(500_000))
            .onResponseBody(SocketEffect.ShutdownConnection.INSTANCE)
            .build());
    runtime.enqueue(new MockResponse.Builder().body("whole").build());

    assertThat(http().send(Ask.get("", LONG, LONG)).body()).asString().isEqualTo("whole");
  }

  @Test
  void postThroughATunnelThatBreaksIsSentOnce() {
    runtime.enqueue(
        new MockResponse.Builder()
            .onResponseStart(SocketEffect.ShutdownConnection.INSTANCE)
            .build());
    runtime.enqueue(new MockResponse.Builder().body("twice").build());

    assertThatThrownBy(() -> http().send(Ask.post("execute", BODY, LONG)))
        .hasMessageContaining("the POST was not sent again");
    assertThat(runtime.getRequestCount()).isEqualTo(1);
  }

  /** kubernetes-sigs/agent-sandbox 158: in gVisor and Kata, localhost is elsewhere. */
  @Test
  void portThatNobodyListensOnIsExplained() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    SandboxHttp nobody = new SandboxHttp(route, PodTunnelTest::address, port);

    assertThatThrownBy(() -> nobody.send(Ask.get("", LONG, SECOND)))
        .hasMessageContaining("refused")
        .hasMessageContaining("team/box")
        .hasMessageContaining("sandpool.claim.tunnel-to=router");
  }

  @Test
  void missingRightIsNamedAtOnce() {
    api.refuse(403, "pods/portforward is forbidden");
    long before = System.nanoTime();

    assertThatThrownBy(() -> http().send(Ask.get("", LONG, LONG)))
        .hasMessageContaining("pods/portforward is forbidden")
        .hasMessageContaining("allow Sandpool's account to create pods/portforward")
        .hasMessageContaining("namespace team");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void podThatIsGoneIsNotWaitedFor() {
    api.refuse(404, "pods box not found");
    long before = System.nanoTime();

    assertThatThrownBy(() -> http().send(Ask.get("", LONG, LONG)))
        .hasMessageContaining("pods box not found");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void passingRefusalIsTriedAgain() {
    api.refuse(500, "the kubelet is starting");

    assertThatThrownBy(() -> http().send(Ask.get("", LONG, SECOND)))
        .hasMessageContaining("the kubelet is starting");
  }

  private SandboxHttp http() {
    return new SandboxHttp(route, PodTunnelTest::address, runtime.getPort());
  }

  private static SandboxAddress address() {
    return new SandboxAddress("team", "sandbox", "box", Optional.empty());
  }
}
