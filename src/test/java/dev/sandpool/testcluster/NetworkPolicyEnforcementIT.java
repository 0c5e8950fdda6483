package dev.sandpool.testcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.ShellRunner;
import dev.sandpool.kubernetes.ExecSockets;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.NetworkingV1Api;
import io.kubernetes.client.openapi.models.V1Capabilities;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1NetworkPolicySpec;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSecurityContext;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1SeccompProfile;
import io.kubernetes.client.openapi.models.V1SecurityContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the isolation tests rest on: this cluster really enforces NetworkPolicies. */
class NetworkPolicyEnforcementIT {

  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final String FETCH =
      """
      python3 -c 'import os, urllib.request
      urllib.request.urlopen("http://" + os.environ["TARGET"] + ":8080/", timeout=2).read()'
      """;

  private static TestCluster test;
  private static ExecThreads threads;
  private static ExecSockets sockets;
  private static CoreV1Api core;

  @BeforeAll
  static void open() {
    test = TestCluster.open("policy");
    threads = ExecThreads.create();
    sockets = new ExecSockets(test.cluster());
    core = new CoreV1Api(test.cluster().client());
  }

  @AfterAll
  static void close() {
    if (test != null) {
      sockets.close();
      threads.close();
      test.close();
    }
  }

  @Test
  void denyPolicyCutsOffWhatWasReachable() throws ApiException {
    NetworkingV1Api network = new NetworkingV1Api(test.cluster().client());
    String namespace = test.cluster().namespace();
    start("server", "exec python3 -m http.server --directory /tmp 8080");
    start("client", "exec sleep 600");
    String address = address("server");
    address("client");
    await("before the policy").atMost(BOUND).until(() -> reaches(address));

    network.createNamespacedNetworkPolicy(namespace, denyIngress()).execute();
    await("with the policy").atMost(BOUND).until(() -> !reaches(address));

    network.deleteNamespacedNetworkPolicy("deny", namespace).execute();
    await("after the policy").atMost(BOUND).until(() -> reaches(address));
  }

  private static boolean reaches(String address) {
    ShellRunner runner =
        new ShellRunner(
            (argv, listener) -> sockets.open("client", "main", argv, listener),
            Optional::empty,
            threads,
            ExecTimings.DEFAULT);
    ShellCommand command =
        new ShellCommand(FETCH, "", Map.of("TARGET", address), Optional.empty(), BOUND);
    CommandEnd end = runner.start(command, (stream, bytes) -> {}).end().join();
    runner.close();
    assertThat(end.timedOut()).isFalse();
    return end.exitCode().equals(OptionalInt.of(0));
  }

  private static String address(String pod) {
    return await()
        .atMost(BOUND)
        .until(() -> ready(pod), Optional::isPresent)
        .map(ready -> ready.getStatus().getPodIP())
        .orElseThrow();
  }

  private static Optional<V1Pod> ready(String name) throws ApiException {
    V1Pod pod = core.readNamespacedPod(name, test.cluster().namespace()).execute();
    return Optional.of(pod).filter(it -> "Running".equals(it.getStatus().getPhase()));
  }

  private static V1NetworkPolicy denyIngress() {
    return new V1NetworkPolicy()
        .metadata(new V1ObjectMeta().name("deny"))
        .spec(
            new V1NetworkPolicySpec()
                .podSelector(new V1LabelSelector().matchLabels(Map.of("app", "server")))
                .policyTypes(List.of("Ingress")));
  }

  private static void start(String name, String script) throws ApiException {
    V1Container container =
        new V1Container()
            .name("main")
            .image(TestCluster.DEBIAN)
            .imagePullPolicy("Never")
            .command(List.of("/bin/sh", "-c", script))
            .securityContext(
                new V1SecurityContext()
                    .allowPrivilegeEscalation(false)
                    .capabilities(new V1Capabilities().drop(List.of("ALL"))));
    V1PodSpec spec =
        new V1PodSpec()
            .overhead(null)
            .terminationGracePeriodSeconds(0L)
            .automountServiceAccountToken(false)
            .securityContext(
                new V1PodSecurityContext()
                    .runAsNonRoot(true)
                    .runAsUser(1000L)
                    .seccompProfile(new V1SeccompProfile().type("RuntimeDefault")))
            .containers(List.of(container));
    V1ObjectMeta meta = new V1ObjectMeta().name(name).labels(Map.of("app", name));
    core.createNamespacedPod(test.cluster().namespace(), new V1Pod().metadata(meta).spec(spec))
        .execute();
  }
}
