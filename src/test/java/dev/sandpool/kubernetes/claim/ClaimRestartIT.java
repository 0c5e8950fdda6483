package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sandpool.ExecFailedException;
import dev.sandpool.SandboxLostException;
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
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A container that ends is started again by its node, in the same Pod and behind a ready claim. */
class ClaimRestartIT {

  /** Go's runtime ends on this signal, even as process 1, on which others have no effect. */
  private static final String END = "kill -QUIT 1";

  private TestCluster test;
  private AgentSandbox agents;
  private ExecThreads threads;
  private ClaimBackend backend;

  @BeforeEach
  void open() {
    test = TestCluster.open("restart");
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

  static Stream<Arguments> runtimes() {
    return Stream.of(
        arguments(RuntimeSettings.Kind.EXEC, RuntimePod.legacy(), TestConnections.tunnelToPod()),
        arguments(RuntimeSettings.Kind.LEGACY, RuntimePod.legacy(), TestConnections.inCluster()),
        arguments(
            RuntimeSettings.Kind.SANDBOXD, RuntimePod.sandboxd(), TestConnections.tunnelToPod()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("runtimes")
  void containerThatWasRestartedIsALoss(
      RuntimeSettings.Kind kind, RuntimePod pod, ConnectionSettings way) {
    ManagedSandbox sandbox = sandbox(kind, pod, way);
    String address = ips(sandbox);

    TestCommand.run(sandbox, "(sleep 1; " + END + ") >/dev/null 2>&1 </dev/null &");

    soon().until(() -> isLostToItsUser(sandbox));
    soon().until(() -> sandbox.lost().isPresent());
    assertThat(sandbox.lost().get()).contains(sandbox.id()).contains("restarted");
    // The claim itself never knew, and is not left to anybody else.
    assertThat(address).isNotEmpty();
    soon().until(() -> agents.objects(Kind.CLAIM).get(sandbox.id()).isEmpty());
  }

  /** Nobody uses it, but a channel waits in it. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("runtimes")
  void idleOneIsFoundOut(RuntimeSettings.Kind kind, RuntimePod pod, ConnectionSettings way) {
    ManagedSandbox sandbox = sandbox(kind, pod, way);

    TestCommand.run(sandbox, "(sleep 1; " + END + ") >/dev/null 2>&1 </dev/null &");

    soon().until(() -> sandbox.lost().isPresent());
    assertThat(sandbox.lost().get()).contains("restarted");
  }

  private ManagedSandbox sandbox(
      RuntimeSettings.Kind kind, RuntimePod pod, ConnectionSettings way) {
    agents.template("plain", pod);
    agents.pool("plain", "plain", 0);
    AccessSettings access =
        new AccessSettings(way, new RuntimeSettings(kind, false, 8888, 8080, 9090));
    backend = ClaimSandboxes.fromPool(test, "plain", access, threads);
    ManagedSandbox sandbox = backend.create(ClaimSandboxes.spec());
    sandbox.claim(FreeTenancy.terms(Map.of()));
    return sandbox;
  }

  private String ips(ManagedSandbox sandbox) {
    return String.join(",", agents.get(Kind.CLAIM, sandbox.id()).podIps());
  }

  /** A command that was on its way tells that it is not known what became of it. */
  private static boolean isLostToItsUser(ManagedSandbox sandbox) {
    try {
      TestCommand.run(sandbox, "true");
      return false;
    } catch (SandboxLostException e) {
      return true;
    } catch (ExecFailedException e) {
      return false;
    }
  }

  private static ConditionFactory soon() {
    return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(200));
  }
}
