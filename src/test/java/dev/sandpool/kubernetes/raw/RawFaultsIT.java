package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.network.SandboxPolicy;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.NetworkingV1Api;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1NetworkPolicyEgressRule;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodCondition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can go wrong with Pods, on a real cluster: said clearly, at once, with nothing left. */
class RawFaultsIT {

  private static TestCluster test;
  private static ExecThreads threads;
  private static RawBackend backend;
  private static CoreV1Api core;

  @BeforeAll
  static void open() {
    test = TestCluster.open("faults");
    threads = ExecThreads.create();
    backend = new RawBackend(RawSandboxes.settings(test.settings()), threads, ExecTimings.DEFAULT);
    core = new CoreV1Api(test.cluster().client());
  }

  @AfterAll
  static void close() {
    if (test != null) {
      backend.close();
      threads.close();
      test.close();
    }
  }

  @Test
  void missingImageIsSaidAtOnceWithItsEvent() {
    Instant start = Instant.now();

    assertThatThrownBy(() -> backend.create(RawSandboxes.spec("sandpool.test/none:7")))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("sandpool.test/none:7")
        .hasMessageContaining("Pod event Failed");

    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(20));
    awaitNoPods();
  }

  @Test
  void imageWithoutShellIsSaid() {
    assertThatThrownBy(() -> backend.create(RawSandboxes.spec("sandpool.test/pause:1")))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("/bin/sh");

    awaitNoPods();
  }

  @Test
  void podWithoutRoomIsSaidAtTheTimeout() {
    SandboxSpec usual = RawSandboxes.spec();
    SandboxSpec huge =
        new SandboxSpec(
            "huge",
            usual.image(),
            usual.workingDirectory(),
            Map.of(),
            new SandboxSpec.Resources("900", "900", "32Mi", "64Mi", "64Mi", "1Gi"),
            Duration.ofSeconds(3),
            Optional.empty());

    assertThatThrownBy(() -> backend.create(huge))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("not ready after 3 s")
        .hasMessageContaining("Unschedulable")
        .hasMessageContaining("cpu");

    awaitNoPods();
  }

  @Test
  void badQuantityIsRefusedByTheCluster() {
    SandboxSpec usual = RawSandboxes.spec();
    SandboxSpec bad =
        new SandboxSpec(
            "bad",
            usual.image(),
            usual.workingDirectory(),
            Map.of(),
            new SandboxSpec.Resources("2", "1", "32Mi", "64Mi", "64Mi", "1Gi"),
            Duration.ofSeconds(3),
            Optional.empty());

    assertThatThrownBy(() -> backend.create(bad))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("requests")
        .hasMessageContaining(test.cluster().namespace());
  }

  @Test
  void deletedPodEndsItsCommandAsLost() throws Exception {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    CompletableFuture<String> told = new CompletableFuture<>();
    sandbox.onLost(told::complete);
    CompletableFuture<CommandEnd> end = run(sandbox, "sleep 600");

    core.deleteNamespacedPod(sandbox.id(), test.cluster().namespace())
        .gracePeriodSeconds(0)
        .execute();

    assertThatThrownBy(() -> end.get(20, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(SandboxLostException.class)
        .hasMessageContaining(sandbox.id());
    assertThat(told.get(5, TimeUnit.SECONDS)).contains(sandbox.id());
    assertThat(sandbox.lost()).isPresent();
  }

  @Test
  void podThatEndsByItselfEndsItsCommandAsLost() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    CompletableFuture<CommandEnd> waiting = run(sandbox, "sleep 600");

    run(sandbox, "kill -TERM 1");

    assertThatThrownBy(() -> waiting.get(20, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(SandboxLostException.class);
    sandbox.destroy();
    awaitNoPods();
  }

  @Test
  void changedPolicyStopsCreation() throws ApiException {
    NetworkingV1Api network = new NetworkingV1Api(test.cluster().client());
    String namespace = test.cluster().namespace();
    backend.create(RawSandboxes.spec()).destroy();
    V1NetworkPolicy policy =
        network.readNamespacedNetworkPolicy(SandboxPolicy.DENY_ALL, namespace).execute();
    policy.getSpec().setEgress(List.of(new V1NetworkPolicyEgressRule()));
    network.replaceNamespacedNetworkPolicy(SandboxPolicy.DENY_ALL, namespace, policy).execute();

    assertThatThrownBy(() -> backend.create(RawSandboxes.spec()))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining(SandboxPolicy.DENY_ALL);

    network.deleteNamespacedNetworkPolicy(SandboxPolicy.DENY_ALL, namespace).execute();
    backend.create(RawSandboxes.spec()).destroy();
    awaitNoPods();
  }

  @Test
  void unreachableClusterIsSaid(@TempDir Path directory) throws Exception {
    Path kubeconfig =
        Files.writeString(
            directory.resolve("config"),
            """
            apiVersion: v1
            kind: Config
            current-context: one
            clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
            users: [{name: u, user: {}}]
            contexts: [{name: one, context: {cluster: c, user: u}}]
            """);
    ClusterSettings settings =
        new ClusterSettings(Optional.of(kubeconfig), Optional.empty(), Optional.empty());

    assertThatThrownBy(
            () -> new RawBackend(RawSandboxes.settings(settings), threads, ExecTimings.DEFAULT))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("http://127.0.0.1:1")
        .hasMessageContaining("cannot be reached");
  }

  @Test
  void missingNamespaceIsSaidAtTheStart() {
    ClusterSettings elsewhere =
        new ClusterSettings(
            test.settings().kubeconfig(), Optional.empty(), Optional.of("no-such-namespace"));

    assertThatThrownBy(
            () -> new RawBackend(RawSandboxes.settings(elsewhere), threads, ExecTimings.DEFAULT))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("no-such-namespace")
        .hasMessageContaining("make that namespace");
  }

  @Test
  void readyPodHasTheHardeningItWasGiven() throws ApiException {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());

    V1Pod pod = core.readNamespacedPod(sandbox.id(), test.cluster().namespace()).execute();

    assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
    assertThat(pod.getStatus().getConditions())
        .filteredOn(condition -> "Ready".equals(condition.getType()))
        .extracting(V1PodCondition::getStatus)
        .containsExactly("True");
    sandbox.destroy();
    awaitNoPods();
  }

  private static CompletableFuture<CommandEnd> run(ManagedSandbox sandbox, String script) {
    ShellCommand command =
        new ShellCommand(script, "", Map.of(), Optional.empty(), Duration.ofMinutes(2));
    return sandbox.start(command, (stream, bytes) -> {}).end();
  }

  private static void awaitNoPods() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                core.listNamespacedPod(test.cluster().namespace()).execute().getItems().isEmpty());
  }
}
