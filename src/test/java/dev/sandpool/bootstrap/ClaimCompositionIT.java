package dev.sandpool.bootstrap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.ExecFailedException;
import dev.sandpool.PoolStatus;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxStartException;
import dev.sandpool.SandboxStatus;
import dev.sandpool.Sandboxes;
import dev.sandpool.Terminal;
import dev.sandpool.TerminalRequest;
import dev.sandpool.kubernetes.claim.fixture.AgentSandbox;
import dev.sandpool.kubernetes.claim.fixture.Kind;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.testcluster.TestCluster;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** All of Sandpool on mode agent-sandbox, put together from settings as the service does it. */
class ClaimCompositionIT {

  private static final Duration BOUND = Duration.ofSeconds(60);

  private static TestCluster test;
  private static AgentSandbox agents;
  private static Sandpool sandpool;

  @BeforeAll
  static void start() {
    test = TestCluster.open("whole");
    agents = AgentSandbox.open(test);
    agents.template("python", RuntimePod.sandboxd());
    agents.pool("python", "python", 1);
    sandpool = start(Map.of("sandpool.pool.target", "1"));
    await().atMost(BOUND).until(() -> pool(sandpool).available() == 1);
  }

  @AfterAll
  static void close() {
    if (test != null) {
      sandpool.close();
      agents.close();
      test.close();
    }
  }

  @Test
  void sandboxComesWarmAndGoesWhenItIsClosed() {
    String id;
    try (Sandbox sandbox = sandpool.sandboxes().create(Map.of("team", "blue"))) {
      id = sandbox.id();
      assertThat(sandbox.info().mode()).isEqualTo("agent-sandbox");
      assertThat(sandbox.execute("echo $((6 * 7)); exit 3"))
          .satisfies(result -> assertThat(result.stdout()).isEqualTo("42\n"))
          .satisfies(result -> assertThat(result.exitCode()).hasValue(3));
      assertThat(sandpool.sandboxes().list())
          .filteredOn(info -> info.id().equals(id))
          .extracting(SandboxInfo::labels)
          .containsExactly(Map.of("team", "blue"));
    }

    assertThat(sandpool.sandboxes().find(id)).isEmpty();
    await().atMost(BOUND).until(() -> agents.objects(Kind.CLAIM).get(id).isEmpty());
  }

  @Test
  void filesAndProcessesWork() {
    try (Sandbox sandbox = sandpool.sandboxes().create()) {
      sandbox.files().write("/workspace/a.txt", "grüße\n".getBytes(UTF_8));

      assertThat(sandbox.execute("cat a.txt").stdout()).isEqualTo("grüße\n");
      assertThat(sandbox.files().list("/workspace"))
          .extracting("path")
          .contains("/workspace/a.txt");
      assertThat(sandbox.processes().list()).isEmpty();
    }
  }

  @Test
  void terminalWorks() throws Exception {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    try (Sandbox sandbox = sandpool.sandboxes().create()) {
      Terminal terminal =
          sandbox.openTerminal(
              TerminalRequest.builder().command("read -r line; exit \"$line\"").build(),
              shown::writeBytes);
      terminal.write("7\r".getBytes(UTF_8));

      assertThat(terminal.exit().toCompletableFuture().get(30, TimeUnit.SECONDS)).hasValue(7);
    }
  }

  @Test
  void suspendedOneIsListedAndResumed() {
    try (Sandbox sandbox = sandpool.sandboxes().create()) {
      sandbox.suspend();

      assertThat(status(sandbox.id())).isEqualTo(SandboxStatus.SUSPENDED);
      assertThatThrownBy(() -> sandbox.execute("true"))
          .isInstanceOf(ExecFailedException.class)
          .hasMessageContaining("resume");

      sandbox.resume();

      assertThat(status(sandbox.id())).isEqualTo(SandboxStatus.RUNNING);
      assertThat(sandbox.execute("echo on").stdout()).isEqualTo("on\n");
    }
  }

  @Test
  void anotherReplicaFindsListsAndDeletesIt() {
    try (Sandpool other = start(Map.of("sandpool.pool.target", "0"))) {
      Sandbox sandbox = sandpool.sandboxes().create();
      sandbox.execute("echo left >/workspace/left");

      Sandbox found = other.sandboxes().find(sandbox.id()).orElseThrow();

      assertThat(found.execute("cat left").stdout()).isEqualTo("left\n");
      found.close();
      assertThat(ids(other.sandboxes())).contains(sandbox.id());
      assertThat(other.sandboxes().delete(sandbox.id())).isTrue();
      assertThat(other.sandboxes().delete(sandbox.id())).isFalse();
      await().atMost(BOUND).until(() -> !ids(sandpool.sandboxes()).contains(sandbox.id()));
      sandbox.close();
    }
  }

  @Test
  void poolSaysWhatIsWrongAndIsWellWhenThatIs() {
    try (Sandpool early =
        start(Map.of("sandpool.pool.target", "1", "sandpool.claim.warm-pool", "late"))) {
      await().atMost(BOUND).until(() -> pool(early).lastError().isPresent());
      assertThat(pool(early).lastError().get())
          .contains("WarmPoolNotFound")
          .contains("sandpool.claim.warm-pool");
      assertThat(pool(early).available()).isZero();
      assertThatThrownBy(() -> early.sandboxes().create())
          .isInstanceOf(SandboxStartException.class)
          .hasMessageContaining("WarmPoolNotFound");

      agents.pool("late", "python", 0);

      await().atMost(BOUND).until(() -> pool(early).available() == 1);
      assertThat(pool(early).lastError()).isEmpty();
      assertThat(early.trouble()).isEmpty();
    }
  }

  private static Sandpool start(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("sandpool.mode", "agent-sandbox");
    settings.put("sandpool.kubernetes.kubeconfig", TestCluster.kubeconfig().toString());
    settings.put("sandpool.kubernetes.namespace", test.cluster().namespace());
    settings.put("sandpool.claim.warm-pool", "python");
    settings.putAll(more);
    return Sandpool.start(
        SandpoolSettings.read(key -> Optional.ofNullable(settings.get(key)), settings.keySet()));
  }

  private static PoolStatus pool(Sandpool of) {
    return of.sandboxes().pools().get(0);
  }

  private static SandboxStatus status(String id) {
    return sandpool.sandboxes().list().stream()
        .filter(info -> info.id().equals(id))
        .map(SandboxInfo::status)
        .findFirst()
        .orElseThrow();
  }

  private static List<String> ids(Sandboxes sandboxes) {
    return sandboxes.list().stream().map(SandboxInfo::id).toList();
  }
}
