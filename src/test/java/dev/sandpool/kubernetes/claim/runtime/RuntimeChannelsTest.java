package dev.sandpool.kubernetes.claim.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
import dev.sandpool.kubernetes.claim.connect.LoopbackRoute;
import dev.sandpool.kubernetes.claim.connect.SandboxHttp;
import dev.sandpool.kubernetes.claim.connect.TestConnections;
import dev.sandpool.kubernetes.claim.runtime.RuntimeProbe.Candidate;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings.Kind;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;

/** What listens in a sandbox is found out, and waited for. */
class RuntimeChannelsTest {

  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(20);

  @Test
  void whicheverAnswersIsTaken() throws Exception {
    try (MockWebServer sandboxd = healthy("{\"status\":\"ok\",\"uptime_seconds\":3}");
        LegacyServer legacy = new LegacyServer(1, "/usr/bin:/bin")) {
      assertThat(probe(sandboxd.getPort(), 1, LONG).find()).isEqualTo(Kind.SANDBOXD);
      assertThat(probe(1, legacy.port(), LONG).find()).isEqualTo(Kind.LEGACY);
    }
  }

  @Test
  void otherServerIsNotTakenForARuntime() throws Exception {
    try (MockWebServer other = healthy("<html>ok</html>")) {
      assertThatThrownBy(() -> probe(other.getPort(), other.getPort(), SHORT).find())
          .hasMessageContaining("no runtime answers")
          .hasMessageContaining("sandboxd: HTTP 200 <html>")
          .hasMessageContaining("sandpool.claim.runtime");
    }
  }

  @Test
  void runtimeThatDoesNotListenYetIsWaitedFor() throws Exception {
    int port = freePort();
    RuntimeProbe probe = probe(1, port, LONG);
    CompletableFuture<Kind> found =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return probe.find();
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(found).isNotDone();
    try (MockWebServer late = new MockWebServer()) {
      late.enqueue(new MockResponse.Builder().body("{\"status\":\"ok\"}").build());
      late.start(port);

      assertThat(found.join()).isEqualTo(Kind.LEGACY);
    }
  }

  @Test
  void fallbackServesWhereNoneAnswers() throws Exception {
    RuntimeProbe probe = new RuntimeProbe(candidates(1, 1), Optional.of(Kind.EXEC), SHORT);

    assertThat(probe.find()).isEqualTo(Kind.EXEC);
  }

  @Test
  void sandboxdBehindARouterIsRefusedAtTheStart() {
    RuntimeSettings settings = new RuntimeSettings(Kind.SANDBOXD, false, 8888, 8080, 9090);

    assertThatThrownBy(
            () -> new AccessSettings(TestConnections.tunnelToRouter("ns", "svc"), settings))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("sandpool.claim.runtime")
        .hasMessageContaining("sandpool.claim.tunnel-to=pod")
        .hasMessageContaining("sandpool.claim.connection=in-cluster");
  }

  private static RuntimeProbe probe(int sandboxd, int legacy, Duration patience) {
    return new RuntimeProbe(candidates(sandboxd, legacy), Optional.empty(), patience);
  }

  private static List<Candidate> candidates(int sandboxd, int legacy) {
    return List.of(
        new Candidate(Kind.SANDBOXD, http(sandboxd), "v1/health", "sandboxd"),
        new Candidate(Kind.LEGACY, http(legacy), "", "legacy"));
  }

  private static SandboxHttp http(int port) {
    return new SandboxHttp(new LoopbackRoute(), LoopbackRoute.ADDRESS, port);
  }

  private static MockWebServer healthy(String body) throws IOException {
    MockWebServer server = new MockWebServer();
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return new MockResponse.Builder().body(body).build();
          }
        });
    server.start();
    return server;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
