package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.NetworkIsolation;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.network.SandboxPolicy;
import dev.sandpool.kubernetes.raw.IsolationSettings.Probe;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.NetworkingV1Api;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1NetworkPolicySpec;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tells a cluster that enforces policies from one that does not, and leaves no Pod behind. */
class IsolationProbeIT {

  private TestCluster test;
  private ExecThreads threads;

  @BeforeEach
  void open() {
    test = TestCluster.open("probe");
    threads = ExecThreads.create();
  }

  @AfterEach
  void close() {
    threads.close();
    test.close();
  }

  @Test
  void sandboxIsMadeOnceItIsProved() {
    try (RawBackend backend = backend(Probe.ENFORCE, TestCluster.DEBIAN)) {
      assertThat(backend.trouble()).get().asString().contains("it is being tried");

      backend.create(RawSandboxes.spec()).destroy();

      assertThat(backend.networkIsolation()).contains(NetworkIsolation.ENFORCED);
      assertThat(backend.trouble()).isEmpty();
      assertThat(backend.list()).isEmpty();
      awaitNoPods();
    }
  }

  @Test
  void imageWithBusyboxOnlyWillDo() {
    try (RawBackend backend = backend(Probe.WARN, TestCluster.BUSYBOX)) {
      assertThat(backend.proveNetworkIsolation()).contains(NetworkIsolation.ENFORCED);
      assertThat(backend.networkIsolation()).contains(NetworkIsolation.ENFORCED);
      awaitNoPods();
    }
  }

  @Test
  void clusterThatDoesNotCutOffIsTold() {
    try (RawBackend backend = backend(Probe.OFF, TestCluster.DEBIAN);
        RawBackend trying = backend(Probe.WARN, TestCluster.DEBIAN)) {
      trying.proveNetworkIsolation();

      // A label that no policy selects is to the Pod what a plugin that does nothing is.
      NetworkIsolation found = trying.tryIsolation("no-policy-is-for-this");

      assertThat(found.state()).isEqualTo(NetworkIsolation.State.NOT_ENFORCED);
      assertThat(found.toString()).startsWith("not enforced: ").contains("Calico");
      assertThat(backend.networkIsolation()).contains(NetworkIsolation.OFF);
      awaitNoPods();
    }
  }

  @Test
  void namespaceThatCutsEveryPodOffProvesNothing() throws ApiException {
    new NetworkingV1Api(test.cluster().client())
        .createNamespacedNetworkPolicy(
            test.cluster().namespace(),
            new V1NetworkPolicy()
                .metadata(new V1ObjectMeta().name("everybody"))
                .spec(
                    new V1NetworkPolicySpec()
                        .podSelector(new V1LabelSelector())
                        .policyTypes(List.of("Ingress"))))
        .execute();
    try (RawBackend backend = backend(Probe.ENFORCE, TestCluster.DEBIAN)) {
      assertThatThrownBy(() -> backend.create(RawSandboxes.spec()))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("sandpool.raw.isolation-probe")
          .hasMessageContaining("unknown: ")
          .hasMessageContaining("sandpool.dev/network=probe");
      awaitNoPods();
    }
  }

  @Test
  void podThatDoesNotStartIsSaid() {
    try (RawBackend backend = backend(Probe.ENFORCE, "sandpool.test/none:7")) {
      assertThatThrownBy(() -> backend.create(RawSandboxes.spec()))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("unknown: ")
          .hasMessageContaining("sandpool.test/none:7");
      assertThat(backend.trouble()).isPresent();
      awaitNoPods();
    }
  }

  @Test
  void changedPolicyIsSaid() throws ApiException {
    NetworkingV1Api network = new NetworkingV1Api(test.cluster().client());
    network
        .createNamespacedNetworkPolicy(
            test.cluster().namespace(),
            new V1NetworkPolicy()
                .metadata(new V1ObjectMeta().name(SandboxPolicy.DENY_ALL))
                .spec(
                    new V1NetworkPolicySpec()
                        .podSelector(new V1LabelSelector().matchLabels(Map.of("a", "b")))
                        .policyTypes(List.of("Egress"))))
        .execute();
    try (RawBackend backend = backend(Probe.ENFORCE, TestCluster.DEBIAN)) {
      assertThatThrownBy(() -> backend.create(RawSandboxes.spec()))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining(SandboxPolicy.DENY_ALL)
          .hasMessageContaining("was changed");
    }
  }

  @Test
  void podsAreHardenedShortLivedAndGoWhenSandpoolDoes() throws ApiException {
    RawBackend backend = backend(Probe.WARN, TestCluster.DEBIAN);
    V1Pod pod =
        await().atMost(Duration.ofSeconds(20)).until(this::pods, pods -> !pods.isEmpty()).get(0);

    backend.close();

    assertThat(pod.getSpec().getActiveDeadlineSeconds()).isEqualTo(600);
    assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(pod.getMetadata().getLabels())
        .containsEntry("app.kubernetes.io/managed-by", "sandpool")
        .containsEntry("sandpool.dev/state", "probe")
        .containsEntry("sandpool.dev/network", "probe");
    awaitNoPods();
  }

  private RawBackend backend(Probe probe, String image) {
    RawSettings settings =
        probe == Probe.OFF
            ? RawSandboxes.settings(test.settings())
            : RawSandboxes.probing(test.settings(), probe, image);
    return new RawBackend(settings, threads, ExecTimings.DEFAULT);
  }

  private List<V1Pod> pods() throws ApiException {
    return new CoreV1Api(test.cluster().client())
        .listNamespacedPod(test.cluster().namespace())
        .execute()
        .getItems();
  }

  private void awaitNoPods() {
    await().atMost(Duration.ofSeconds(30)).until(() -> pods().isEmpty());
  }
}
