package dev.sandpool.kubernetes.raw;

import static dev.sandpool.kubernetes.fixture.ExecBehaviour.opened;
import static dev.sandpool.kubernetes.fixture.ExecBehaviour.refused;
import static dev.sandpool.kubernetes.fixture.ExecBehaviour.scripted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.ExecFailedException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.fixture.ApiServer;
import dev.sandpool.kubernetes.fixture.ExecBehaviour;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mode raw tells a Pod that is gone from a connection, or an API server, that is not well. */
@Timeout(30)
class RawTransportTest {

  private static final ExecBehaviour CUT =
      scripted(
          (peer, marker) -> {
            throw peer.cut();
          });

  @TempDir private Path directory;
  private final ApiServer server = new ApiServer();
  private final ExecThreads threads = ExecThreads.create();
  private RawBackend backend;

  @BeforeEach
  void connect() {
    ClusterSettings settings =
        new ClusterSettings(
            Optional.of(server.kubeconfig(directory)), Optional.empty(), Optional.empty());
    ExecTimings timings = new ExecTimings(Duration.ofSeconds(1), Duration.ofMillis(200));
    backend = new RawBackend(RawSandboxes.settings(settings), threads, timings);
    await().until(() -> server.pods().watches() > 0);
  }

  @AfterEach
  void stop() {
    backend.close();
    server.close();
    threads.close();
  }

  @Test
  void sandboxIsMadeUsedAndDestroyed() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());

    assertThat(TestCommand.command(sandbox, "echo hi").in("/").run().stdout()).isEqualTo("hi\n");

    sandbox.destroy();
    assertThat(server.pods().delete(sandbox.id())).isFalse();
  }

  @Test
  void connectionThatBrokeIsNoLoss() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    server.next(CUT, CUT, CUT);
    useUp(sandbox);

    assertThatThrownBy(() -> run(sandbox)).isInstanceOf(ExecFailedException.class);
    assertThat(sandbox.lost()).isEmpty();
  }

  @Test
  void connectionThatBrokeWithItsPodIsALoss() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    useUp(sandbox);
    server.usually(
        scripted(
            (peer, marker) -> {
              server.pods().delete(sandbox.id());
              throw peer.cut();
            }));

    assertThatThrownBy(() -> run(sandbox))
        .isInstanceOf(SandboxLostException.class)
        .hasMessageContaining(sandbox.id())
        .hasMessageContaining("deleted");
    await().untilAsserted(() -> assertThat(sandbox.lost()).isPresent());
  }

  @ParameterizedTest
  @CsvSource({
    "401,Unauthorized,Unauthorized",
    "403,Forbidden,User \"u\" cannot create resource \"pods/exec\" in API group \"\"",
    "429,TooManyRequests,too many requests",
    "500,InternalError,etcd is tired",
    "503,ServiceUnavailable,apiserver is shutting down"
  })
  void serverThatRefusesEveryExecHasLostNothing(int code, String reason, String message) {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    useUp(sandbox);
    server.usually(refused(code, reason, message)).aside(refused(code, reason, message));

    assertThatThrownBy(() -> run(sandbox))
        .isInstanceOf(ExecFailedException.class)
        .hasMessageContaining(message);
    assertThat(sandbox.lost()).isEmpty();
  }

  @Test
  void connectionsThatAllBreakHaveLostNothing() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    useUp(sandbox);
    server
        .usually(CUT)
        .aside(
            opened(
                peer -> {
                  throw peer.cut();
                }));

    assertThatThrownBy(() -> run(sandbox)).isInstanceOf(ExecFailedException.class);
    assertThat(sandbox.lost()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unable to upgrade connection: pod does not exist",
        "error dialing backend: dial tcp 10.0.0.7:10250: connect: connection refused",
        "error sending request: Post \\\"https://10.0.0.7:10250/exec\\\": dial tcp: i/o timeout"
      })
  void nodeThatCannotBeReachedOrHasJustStartedHasLostNothing(String message) {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    useUp(sandbox);
    ExecBehaviour unreachable = failure(message);
    server.usually(unreachable).aside(unreachable);

    assertThatThrownBy(() -> run(sandbox))
        .isInstanceOf(ExecFailedException.class)
        .hasMessageContaining("safe to try again");
    assertThat(sandbox.lost()).isEmpty();
  }

  @Test
  void containerThatNoLongerRunsIsALoss() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    useUp(sandbox);
    ExecBehaviour gone = failure("unable to upgrade connection: container not found (sandbox)");
    server.usually(gone).aside(gone);

    assertThatThrownBy(() -> run(sandbox))
        .isInstanceOf(SandboxLostException.class)
        .hasMessageContaining("container not found");
  }

  @Test
  void podDeletedBehindABrokenWatchIsLostOnceItIsBack() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    server.pods().failWatches(500);
    server.pods().failLists(500);
    server.pods().dropWatches();
    await().atMost(Duration.ofSeconds(10)).until(() -> backend.trouble().isPresent());
    // The answer to the claim is newer than all that the watch has seen, or will ever see.
    sandbox.claim(FreeTenancy.terms(Map.of()));

    server.pods().delete(sandbox.id());
    server.pods().forgetHistory();
    server.pods().failLists(0);
    server.pods().failWatches(0);

    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(sandbox.lost()).isPresent());
    assertThat(sandbox.lost().get()).contains("deleted");
  }

  @Test
  void podWhoseShellCannotBeReachedIsNotHandedOutAndNotLeft() {
    server.usually(refused(403, "Forbidden", "User \"u\" cannot create resource \"pods/exec\""));

    assertThatThrownBy(() -> backend.create(RawSandboxes.spec()))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("HTTP 403")
        .hasMessageContaining("pods/exec");
    assertThat(server.pods().isEmpty()).isTrue();
  }

  private static ExecBehaviour failure(String message) {
    return opened(
        peer -> {
          peer.status("{\"status\":\"Failure\",\"message\":\"%s\"}".formatted(message));
          peer.close();
        });
  }

  /** Runs a command with the channel that was opened with the sandbox. */
  private static void useUp(ManagedSandbox sandbox) {
    run(sandbox);
  }

  private static void run(ManagedSandbox sandbox) {
    TestCommand.command(sandbox, "echo hi").in("/").run();
  }
}
