package dev.sandpool.kubernetes.claim.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.kubernetes.claim.connect.SandboxHttp.Answer;
import dev.sandpool.kubernetes.claim.connect.SandboxHttp.Ask;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls to sandboxes through a router that has its bad days. */
class SandboxHttpTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final RequestBody BODY = RequestBody.create(new byte[] {1});
  private static final SandboxAddress ADDRESS =
      new SandboxAddress("team", "box", "box-pod", Optional.of("10.1.2.3"));

  private final MockWebServer router = new MockWebServer();
  private SandboxHttp http;

  @BeforeEach
  void start() throws IOException {
    router.start();
    http = new SandboxHttp(new ToRouter(), () -> ADDRESS, 8888);
  }

  @AfterEach
  void stop() {
    router.close();
  }

  @Test
  void routerIsToldWhereToGo() throws Exception {
    router.enqueue(new MockResponse.Builder().body("yes").build());

    Answer answer = http.send(Ask.get("list/a%2Fb", SECOND, SECOND));

    RecordedRequest request = router.takeRequest();
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).asString().isEqualTo("yes");
    assertThat(request.getUrl().encodedPath()).isEqualTo("/list/a%2Fb");
    assertThat(request.getHeaders().get("X-Sandbox-ID")).isEqualTo("box");
    assertThat(request.getHeaders().get("X-Sandbox-Namespace")).isEqualTo("team");
    assertThat(request.getHeaders().get("X-Sandbox-Port")).isEqualTo("8888");
    assertThat(request.getHeaders().get("X-Sandbox-Pod-IP")).isEqualTo("10.1.2.3");
    assertThat(request.getHeaders().get("X-Sandbox-Timeout")).isEqualTo("60");
    assertThat(request.getHeaders().get("Authorization")).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  void passingFailureIsTriedAgainWithoutThePodsAddress(int status) throws Exception {
    router.enqueue(new MockResponse.Builder().code(status).build());
    router.enqueue(new MockResponse.Builder().code(status).build());
    router.enqueue(new MockResponse.Builder().body("yes").build());

    assertThat(http.send(Ask.get("", SECOND, SECOND.multipliedBy(10))).status()).isEqualTo(200);

    assertThat(podAddresses(3)).containsExactly("10.1.2.3", null, "10.1.2.3");
  }

  @Test
  void brokenConnectionIsReplacedForWhatMayBeRepeated() throws Exception {
    router.enqueue(dropped());
    router.enqueue(new MockResponse.Builder().body("yes").build());

    assertThat(http.send(Ask.get("", SECOND, SECOND.multipliedBy(10))).status()).isEqualTo(200);
  }

  @Test
  void postIsSentOnceThoughTheConnectionBreaks() {
    router.enqueue(dropped());
    router.enqueue(new MockResponse.Builder().body("twice").build());

    assertThatThrownBy(() -> http.send(Ask.post("execute", BODY, SECOND)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the POST was not sent again")
        .hasMessageContaining("may have obeyed it already");
    assertThat(router.getRequestCount()).isEqualTo(1);
  }

  /** The connection of the first call is in the pool when it turns out to be dead. */
  @Test
  void postIsSentOnceOverAConnectionThatWasGoodBefore() throws Exception {
    router.enqueue(new MockResponse.Builder().body("yes").build());
    router.enqueue(dropped());
    router.enqueue(new MockResponse.Builder().body("twice").build());
    http.send(Ask.post("execute", BODY, SECOND));

    assertThatThrownBy(() -> http.send(Ask.post("execute", BODY, SECOND)))
        .hasMessageContaining("the POST was not sent again");
    assertThat(router.getRequestCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  void postIsSentOnceWhateverTheStatus(int status) throws Exception {
    router.enqueue(new MockResponse.Builder().code(status).build());
    router.enqueue(new MockResponse.Builder().body("twice").build());

    assertThat(http.send(Ask.post("execute", BODY, SECOND)).status()).isEqualTo(status);
    assertThat(router.getRequestCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 307, 308})
  void redirectIsRefused(int status) {
    router.enqueue(
        new MockResponse.Builder()
            .code(status)
            .addHeader("Location", "http://127.0.0.1:1/")
            .build());

    assertThatThrownBy(() -> http.send(Ask.get("", SECOND, SECOND.multipliedBy(5))))
        .hasMessageContaining("redirect")
        .hasMessageContaining(Integer.toString(status));
    assertThat(router.getRequestCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 422})
  void refusalIsAnAnswer(int status) throws Exception {
    router.enqueue(new MockResponse.Builder().code(status).body("{\"detail\":\"no\"}").build());

    assertThat(http.send(Ask.get("", SECOND, SECOND.multipliedBy(5))).status()).isEqualTo(status);
    assertThat(router.getRequestCount()).isEqualTo(1);
  }

  @Test
  void silenceEndsWithThePatience() {
    for (int i = 0; i < 20; i++) {
      router.enqueue(
          new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build());
    }
    long before = System.nanoTime();

    assertThatThrownBy(() -> http.send(Ask.get("", Duration.ofMillis(200), SECOND)))
        .hasMessageContaining("did not answer");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void endlessAnswerIsCutOff() {
    router.enqueue(new MockResponse.Builder().body("x".repeat(9 * 1024 * 1024)).build());

    assertThatThrownBy(() -> http.send(Ask.get("", SECOND.multipliedBy(20), SECOND)))
        .hasMessageContaining("more than");
  }

  private List<String> podAddresses(int count) throws InterruptedException {
    List<String> addresses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      addresses.add(router.takeRequest().getHeaders().get("X-Sandbox-Pod-IP"));
    }
    return addresses;
  }

  private static MockResponse dropped() {
    return new MockResponse.Builder()
        .onResponseStart(SocketEffect.ShutdownConnection.INSTANCE)
        .build();
  }

  private final class ToRouter implements Route {

    private final OkHttpClient client = HttpClients.plain().build();
    private final RouterHeaders headers =
        new RouterHeaders(
            new RouterCredentials(
                new ConnectionSettings.Credentials(Optional.empty(), Optional.empty()),
                Clock.systemUTC()),
            Map.of());

    @Override
    public Target to(SandboxAddress address, int port) throws IOException {
      return new Target(client, router.url("/"), headers.of(address, port));
    }

    @Override
    public boolean transparent() {
      return false;
    }

    @Override
    public void close() {
      HttpClients.close(client);
    }
  }
}
