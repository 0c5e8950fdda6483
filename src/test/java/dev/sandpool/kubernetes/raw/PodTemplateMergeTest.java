package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.SandboxStartException;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.network.NetworkOptions;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1SecurityContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pods with a template, as they are sent. */
class PodTemplateMergeTest {

  @Test
  void everyContainerIsHardened() {
    V1PodSpec spec =
        pod("""
                spec:
                  securityContext:
                    runAsUser: 2000
                    seccompProfile: {type: Localhost, localhostProfile: a.json}
                  containers:
                  - name: side
                    image: side:1
                    securityContext: {readOnlyRootFilesystem: false, runAsUser: 3000}
                  initContainers:
                  - name: first
                    image: first:1
                    securityContext: {capabilities: {drop: [NET_RAW]}}
                """)
            .getSpec();

    assertThat(spec.getAutomountServiceAccountToken()).isFalse();
    assertThat(spec.getSecurityContext().getRunAsUser()).isEqualTo(2000);
    assertThat(spec.getSecurityContext().getRunAsGroup()).isEqualTo(1000);
    assertThat(spec.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(Stream.concat(spec.getContainers().stream(), spec.getInitContainers().stream()))
        .extracting(V1Container::getSecurityContext)
        .hasSize(3)
        .allSatisfy(PodTemplateMergeTest::isHard);
    assertThat(spec.getContainers())
        .extracting(container -> container.getSecurityContext().getReadOnlyRootFilesystem())
        .containsExactly(true, false);
  }

  private static void isHard(V1SecurityContext context) {
    assertThat(context.getRunAsNonRoot()).isTrue();
    assertThat(context.getPrivileged()).isFalse();
    assertThat(context.getAllowPrivilegeEscalation()).isFalse();
    assertThat(context.getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(context.getCapabilities().getAdd()).isEmpty();
    assertThat(context.getSeccompProfile().getType()).isEqualTo("Localhost");
  }

  @Test
  void takingThingsAwayTakesNoHardeningAway() {
    V1Pod pod =
        pod(
            """
            metadata: {labels: null, annotations: null}
            spec:
              securityContext: null
              automountServiceAccountToken: null
              activeDeadlineSeconds: null
              restartPolicy: null
            """);

    assertThat(pod.getMetadata().getLabels())
        .containsEntry("sandpool.dev/network", "blocked")
        .containsEntry("sandpool.dev/state", "warm")
        .containsEntry("app.kubernetes.io/managed-by", "sandpool")
        .doesNotContainKey("team");
    assertThat(pod.getSpec().getSecurityContext().getRunAsUser()).isEqualTo(1000);
    assertThat(pod.getSpec().getSecurityContext().getSeccompProfile().getType())
        .isEqualTo("RuntimeDefault");
    assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
    assertThat(pod.getSpec().getActiveDeadlineSeconds()).isEqualTo(3600);
    assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Never");
    assertThat(pod.getSpec().getOverhead()).isNull();
  }

  @Test
  void namedThingsMeetAndOthersJoin() {
    V1Pod pod =
        pod(
            """
            metadata: {labels: {tier: test}, annotations: {note: "1"}}
            spec:
              affinity: {nodeAffinity: {}}
              volumes:
              - name: workspace
                persistentVolumeClaim: {claimName: data}
              containers:
              - name: sandbox
                env: [{name: HOME, value: /tmp}, {name: MORE, value: x}]
                volumeMounts: [{name: workspace, mountPath: /data, readOnly: true}]
            """);
    V1Container sandbox = pod.getSpec().getContainers().get(0);

    assertThat(pod.getMetadata().getLabels()).containsEntry("team", "blue").containsKey("tier");
    assertThat(pod.getMetadata().getAnnotations()).containsEntry("note", "1");
    assertThat(pod.getSpec().getAffinity().getNodeAffinity()).isNotNull();
    assertThat(pod.getSpec().getVolumes()).extracting("name").containsExactly("tmp", "workspace");
    assertThat(pod.getSpec().getVolumes().get(1).getEmptyDir()).isNull();
    assertThat(sandbox.getImage()).isEqualTo("sandpool.test/debian:1");
    assertThat(sandbox.getEnv()).extracting("value").containsExactly("/tmp", "x");
    assertThat(sandbox.getVolumeMounts())
        .extracting("mountPath")
        .containsExactly("/tmp", "/workspace", "/data");
  }

  @Test
  void podThatBreaksTheStandardIsNotMade() {
    PodOptions loose =
        new PodOptions(
            ImageOptions.DEFAULT,
            SecurityOptions.DEFAULT,
            PlacementOptions.DEFAULT,
            NameOptions.DEFAULT,
            NetworkOptions.NONE,
            Map.of(),
            Map.of(),
            // As if the template's own check had let it pass.
            Optional.of(new PodTemplate("{spec:{volumes:[{name:data,hostPath:{path:'/'}}]}}")),
            NamespaceOptions.DEFAULT);

    assertThatThrownBy(() -> pod(loose))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("spec.volumes[data].hostPath");
  }

  @Test
  void checkMissesNothingThatHardeningSets() {
    assertThat(RestrictedCheck.broken(JsonTrees.of(pod(PodOptions.DEFAULT)))).isEmpty();
    V1Pod bare =
        new V1Pod()
            .spec(
                new V1PodSpec()
                    .containers(List.of(new V1Container().name("a")))
                    .initContainers(List.of(new V1Container().name("b"))));

    assertThat(RestrictedCheck.broken(JsonTrees.of(bare)))
        .extracting(BrokenRule::path)
        .containsExactly(
            "spec.automountServiceAccountToken",
            "spec.containers[a].securityContext.allowPrivilegeEscalation",
            "spec.containers[a].securityContext.runAsNonRoot",
            "spec.containers[a].securityContext.capabilities.drop",
            "spec.containers[a].securityContext.seccompProfile.type",
            "spec.initContainers[b].securityContext.allowPrivilegeEscalation",
            "spec.initContainers[b].securityContext.runAsNonRoot",
            "spec.initContainers[b].securityContext.capabilities.drop",
            "spec.initContainers[b].securityContext.seccompProfile.type");
  }

  private static V1Pod pod(String template) {
    return pod(
        new PodOptions(
            ImageOptions.DEFAULT,
            SecurityOptions.DEFAULT,
            PlacementOptions.DEFAULT,
            NameOptions.DEFAULT,
            NetworkOptions.NONE,
            Map.of("team", "blue"),
            Map.of(),
            Optional.of(PodTemplate.parse(template)),
            NamespaceOptions.DEFAULT));
  }

  private static V1Pod pod(PodOptions options) {
    ClusterSettings cluster =
        new ClusterSettings(Optional.empty(), Optional.empty(), Optional.empty());
    return new PodFactory(
            new RawSettings(
                cluster, Duration.ofHours(1), false, options, Map.of(), IsolationSettings.OFF))
        .pod("sp-a", RawSandboxes.spec());
  }
}
