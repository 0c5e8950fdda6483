package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sandpool.ExecFailedException;
import dev.sandpool.SandboxStatus;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings;
import dev.sandpool.kubernetes.claim.connect.TestConnections;
import dev.sandpool.kubernetes.claim.fixture.AgentSandbox;
import dev.sandpool.kubernetes.claim.fixture.Kind;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings;
import dev.sandpool.testcluster.TestCluster;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A sandbox is stopped and started again on a cluster. */
class ClaimSuspendIT {

  private TestCluster test;
  private AgentSandbox agents;
  private ExecThreads threads;
  private ClaimBackend backend;

  @BeforeEach
  void open() {
    test = TestCluster.open("suspend");
    agents = AgentSandbox.open(test);
    threads = ExecThreads.create();
  }

  @AfterEach
  void close() {
    if (backend != null) {
      backend.close();
    }
    if (test != null) {
      threads.close();
      agents.close();
      test.close();
    }
  }

  /** What the cluster calls ready does not listen yet, the second time as the first. */
  static Stream<Arguments> runtimes() {
    Duration late = Duration.ofSeconds(3);
    return Stream.of(
        arguments(RuntimeSettings.Kind.EXEC, RuntimePod.idle(), TestConnections.tunnelToPod()),
        arguments(
            RuntimeSettings.Kind.LEGACY,
            RuntimePod.legacy().listeningAfter(late),
            TestConnections.inCluster()),
        arguments(
            RuntimeSettings.Kind.SANDBOXD,
            RuntimePod.sandboxd().listeningAfter(late),
            TestConnections.tunnelToPod()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("runtimes")
  void suspendedSandboxHasNoPodUntilItIsResumed(
      RuntimeSettings.Kind kind, RuntimePod pod, ConnectionSettings way) {
    agents.template("plain", pod);
    agents.pool("plain", "plain", 0);
    AccessSettings access =
        new AccessSettings(way, new RuntimeSettings(kind, false, 8888, 8080, 9090));
    backend = ClaimSandboxes.fromPool(test, "plain", access, threads);
    ManagedSandbox sandbox = backend.create(ClaimSandboxes.spec());
    sandbox.claim(FreeTenancy.terms(Map.of()));

    sandbox.suspend();

    assertThat(sandbox.info().status()).isEqualTo(SandboxStatus.SUSPENDED);
    assertThat(agents.get(Kind.CLAIM, sandbox.id()).podIps()).isEmpty();
    assertThatThrownBy(() -> TestCommand.run(sandbox, "echo hi"))
        .isInstanceOf(ExecFailedException.class)
        .hasMessageContaining("resume it first");
    assertThat(backend.find(sandbox.id())).isPresent();

    sandbox.resume();

    assertThat(sandbox.info().status()).isEqualTo(SandboxStatus.RUNNING);
    assertThat(TestCommand.run(sandbox, "echo hi; pwd").stdout()).isEqualTo("hi\n/workspace\n");
    assertThat(sandbox.lost()).isEmpty();
  }
}
