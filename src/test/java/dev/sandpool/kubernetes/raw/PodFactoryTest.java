package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sandpool.SandboxSpec;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.network.NetworkOptions;
import dev.sandpool.kubernetes.network.NetworkOptions.Reach;
import dev.sandpool.kubernetes.network.SandboxPolicy;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1EnvVar;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1VolumeMount;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodFactoryTest {

  private static final RawSettings SETTINGS =
      new RawSettings(
          new ClusterSettings(Optional.empty(), Optional.empty(), Optional.empty()),
          Duration.ofHours(1),
          false,
          new PodOptions(
              new ImageOptions("Never", List.of("registry"), List.of("/init", "idle")),
              new SecurityOptions(1234, 2345, 3456, "Localhost/a.json", false),
              new PlacementOptions(
                  Optional.of("nobody"),
                  Optional.of("gvisor"),
                  Optional.of("low"),
                  Map.of("pool", "sandboxes"),
                  List.of(Toleration.parse("dedicated=x:NoSchedule"), Toleration.parse("gpu"))),
              new NameOptions(
                  Map.of("10.0.0.5", List.of("db", "db.internal")),
                  "None",
                  List.of("10.0.0.10"),
                  List.of("example.com"),
                  List.of("ndots:2", "edns0")),
              new NetworkOptions(Reach.INTERNET, List.of(), List.of(), List.of()),
              Map.of("team", "blue"),
              Map.of("note", "a b"),
              Optional.empty(),
              NamespaceOptions.DEFAULT),
          Map.of("gpu", PodOptions.DEFAULT),
          IsolationSettings.OFF);

  @Test
  void hardensThePod() {
    V1PodSpec spec = pod("/workspace", Map.of()).getSpec();

    assertThat(spec.getAutomountServiceAccountToken()).isFalse();
    assertThat(spec.getEnableServiceLinks()).isFalse();
    assertThat(spec.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(spec.getSecurityContext().getRunAsUser()).isEqualTo(1234);
    assertThat(spec.getSecurityContext().getFsGroup()).isEqualTo(3456);
    assertThat(spec.getSecurityContext().getSeccompProfile().getType()).isEqualTo("Localhost");
    assertThat(spec.getHostNetwork()).isNull();
    assertThat(spec.getOverhead()).isNull();
  }

  @Test
  void hardensTheContainer() {
    V1Container container = container(pod("/workspace", Map.of()));

    assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
    assertThat(container.getSecurityContext().getPrivileged()).isFalse();
    assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isFalse();
    assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
  }

  @Test
  void everySettingIsInThePod() {
    V1Pod pod = pod("/workspace", Map.of());
    V1PodSpec spec = pod.getSpec();

    assertThat(pod.getMetadata().getLabels()).containsEntry("team", "blue");
    assertThat(pod.getMetadata().getAnnotations())
        .containsOnly(Map.entry("note", "a b"), Map.entry("sandpool.dev/tenure", ""));
    assertThat(spec.getImagePullSecrets()).extracting("name").containsExactly("registry");
    assertThat(spec.getServiceAccountName()).isEqualTo("nobody");
    assertThat(spec.getRuntimeClassName()).isEqualTo("gvisor");
    assertThat(spec.getPriorityClassName()).isEqualTo("low");
    assertThat(spec.getNodeSelector()).containsOnly(Map.entry("pool", "sandboxes"));
    assertThat(spec.getTolerations())
        .extracting("key", "operator", "value", "effect")
        .containsExactly(
            tuple("dedicated", "Equal", "x", "NoSchedule"), tuple("gpu", "Exists", null, null));
    assertThat(spec.getHostAliases()).singleElement().hasFieldOrPropertyWithValue("ip", "10.0.0.5");
    assertThat(spec.getDnsPolicy()).isEqualTo("None");
    assertThat(spec.getDnsConfig().getNameservers()).containsExactly("10.0.0.10");
    assertThat(spec.getDnsConfig().getSearches()).containsExactly("example.com");
    assertThat(spec.getDnsConfig().getOptions())
        .extracting("name", "value")
        .containsExactly(tuple("ndots", "2"), tuple("edns0", null));
    assertThat(spec.getSecurityContext().getSeccompProfile().getLocalhostProfile())
        .isEqualTo("a.json");
  }

  @Test
  void everyContainerSettingIsInTheContainer() {
    V1Container container = container(pod("/workspace", Map.of()));

    assertThat(container.getImagePullPolicy()).isEqualTo("Never");
    assertThat(container.getCommand()).containsExactly("/init", "idle");
    assertThat(container.getResources().getRequests())
        .containsEntry("ephemeral-storage", new Quantity("1Gi"));
    assertThat(container.getResources().getLimits())
        .containsEntry("ephemeral-storage", new Quantity("5Gi"));
  }

  @Test
  void specificationWithSettingsOfItsOwnGetsThose() {
    V1Container container = container(pod("gpu", "/workspace", Map.of()));

    assertThat(container.getCommand()).startsWith("/bin/sh", "-c");
    assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(container.getSecurityContext().getSeccompProfile().getType())
        .isEqualTo("RuntimeDefault");
  }

  @Test
  void endsWhateverBecomesOfItsMaker() {
    V1PodSpec spec = pod("/workspace", Map.of()).getSpec();

    assertThat(spec.getActiveDeadlineSeconds()).isEqualTo(3600);
    assertThat(spec.getRestartPolicy()).isEqualTo("Never");
  }

  @Test
  void isBornWarmAndCutOff() {
    assertThat(pod("gpu", "/workspace", Map.of()).getMetadata().getLabels())
        .containsEntry("sandpool.dev/state", "warm")
        .containsEntry("sandpool.dev/network", "blocked")
        .containsEntry("sandpool.dev/spec", "gpu")
        .containsEntry("app.kubernetes.io/managed-by", "sandpool");
  }

  @Test
  void isBornWithTheLabelOfItsPolicy() {
    SandboxPolicy policy = SandboxPolicy.of(SETTINGS.pod().network());

    assertThat(pod("/workspace", Map.of()).getMetadata().getLabels())
        .containsEntry("sandpool.dev/network", policy.label());
    assertThat(policy.label()).isNotEqualTo("blocked");
  }

  @Test
  void hasWritableWorkingDirectoryAndTmp() {
    assertThat(container(pod("/workspace", Map.of())).getVolumeMounts())
        .extracting(V1VolumeMount::getMountPath)
        .containsExactlyInAnyOrder("/tmp", "/workspace");
    assertThat(container(pod("/tmp", Map.of())).getVolumeMounts())
        .extracting(V1VolumeMount::getMountPath)
        .containsExactly("/tmp");
  }

  @Test
  void homeIsTheWorkingDirectoryUnlessSet() {
    assertThat(container(pod("/work", Map.of("A", "$(B)"))).getEnv())
        .contains(
            new V1EnvVar().name("HOME").value("/work"), new V1EnvVar().name("A").value("$$(B)"));
    assertThat(container(pod("/work", Map.of("HOME", "/tmp"))).getEnv())
        .contains(new V1EnvVar().name("HOME").value("/tmp"));
  }

  private static V1Pod pod(String directory, Map<String, String> environment) {
    return pod("default", directory, environment);
  }

  private static V1Pod pod(String name, String directory, Map<String, String> environment) {
    SandboxSpec spec =
        new SandboxSpec(
            name,
            "image:1",
            directory,
            environment,
            new SandboxSpec.Resources("100m", "1", "64Mi", "1Gi", "1Gi", "5Gi"),
            Duration.ofSeconds(10),
            Optional.empty());
    return new PodFactory(SETTINGS).pod("sp-a", spec);
  }

  private static V1Container container(V1Pod pod) {
    return pod.getSpec().getContainers().get(0);
  }
}
