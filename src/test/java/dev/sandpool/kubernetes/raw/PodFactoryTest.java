package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.SandboxSpec;
import dev.sandpool.kubernetes.ClusterSettings;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1EnvVar;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1VolumeMount;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodFactoryTest {

  private static final RawSettings SETTINGS =
      new RawSettings(
          new ClusterSettings(Optional.empty(), Optional.empty(), Optional.empty()),
          "Never",
          1234,
          2345,
          Duration.ofHours(1));

  @Test
  void hardensThePod() {
    V1PodSpec spec = pod("/workspace", Map.of()).getSpec();

    assertThat(spec.getAutomountServiceAccountToken()).isFalse();
    assertThat(spec.getEnableServiceLinks()).isFalse();
    assertThat(spec.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(spec.getSecurityContext().getRunAsUser()).isEqualTo(1234);
    assertThat(spec.getSecurityContext().getFsGroup()).isEqualTo(2345);
    assertThat(spec.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
    assertThat(spec.getHostNetwork()).isNull();
  }

  @Test
  void hardensTheContainer() {
    V1Container container = container(pod("/workspace", Map.of()));

    assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
    assertThat(container.getSecurityContext().getPrivileged()).isFalse();
    assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
  }

  @Test
  void endsWhateverBecomesOfItsMaker() {
    V1PodSpec spec = pod("/workspace", Map.of()).getSpec();

    assertThat(spec.getActiveDeadlineSeconds()).isEqualTo(3600);
    assertThat(spec.getRestartPolicy()).isEqualTo("Never");
  }

  @Test
  void isBornWarmAndCutOff() {
    assertThat(pod("/workspace", Map.of()).getMetadata().getLabels())
        .containsEntry("sandpool.dev/state", "warm")
        .containsEntry("sandpool.dev/network", "blocked")
        .containsEntry("sandpool.dev/spec", "default")
        .containsEntry("app.kubernetes.io/managed-by", "sandpool");
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
    SandboxSpec spec =
        new SandboxSpec(
            "default",
            "image:1",
            directory,
            environment,
            new SandboxSpec.Resources("100m", "1", "64Mi", "1Gi", "5Gi"),
            Duration.ofSeconds(10));
    return new PodFactory(SETTINGS).pod("sp-a", spec);
  }

  private static V1Container container(V1Pod pod) {
    return pod.getSpec().getContainers().get(0);
  }
}
