package dev.sandpool.testcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.ShellRunner;
import dev.sandpool.kubernetes.ExecSockets;
import dev.sandpool.kubernetes.ObjectName;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.NetworkingV1Api;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1NetworkPolicySpec;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
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

  @BeforeAll
  static void open() {
    test = TestCluster.open("policy");
    threads = ExecThreads.create();
    sockets = new ExecSockets(test.cluster());
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
    PlainPod server =
        PlainPod.start(test, "server", "python3 -m http.server --directory /tmp 8080");
    PlainPod client = PlainPod.start(test, "client", "sleep 600");
    String address = server.address();
    client.address();
    await("before the policy").atMost(BOUND).until(() -> reaches(address));

    network.createNamespacedNetworkPolicy(namespace, denyIngress()).execute();
    await("with the policy").atMost(BOUND).until(() -> !reaches(address));

    network.deleteNamespacedNetworkPolicy("deny", namespace).execute();
    await("after the policy").atMost(BOUND).until(() -> reaches(address));
  }

  private static boolean reaches(String address) {
    ObjectName client = new ObjectName(test.cluster().namespace(), "client");
    ShellRunner runner =
        new ShellRunner(
            (argv, listener) -> sockets.open(client, PlainPod.CONTAINER, argv, listener),
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

  private static V1NetworkPolicy denyIngress() {
    return new V1NetworkPolicy()
        .metadata(new V1ObjectMeta().name("deny"))
        .spec(
            new V1NetworkPolicySpec()
                .podSelector(new V1LabelSelector().matchLabels(Map.of("app", "server")))
                .policyTypes(List.of("Ingress")));
  }
}
