package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxSpec;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1EmptyDirVolumeSource;
import io.kubernetes.client.openapi.models.V1EnvVar;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1ResourceRequirements;
import io.kubernetes.client.openapi.models.V1Volume;
import io.kubernetes.client.openapi.models.V1VolumeMount;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Writes the Pod of a sandbox. */
final class PodFactory {

  static final String CONTAINER = "sandbox";

  /**
   * The container's first process. A shell, not {@code sleep}: as process 1 it must collect
   * orphans, or killed commands stay as zombies; and it ends at once when told to.
   */
  private static final List<String> IDLE =
      List.of(
          "/bin/sh", "-c", "trap 'exit 0' TERM INT; while :; do sleep 86400 & wait \"$!\"; done");

  private static final Set<String> TMP = Set.of("/tmp");

  private final RawSettings settings;

  PodFactory(RawSettings settings) {
    this.settings = settings;
  }

  V1Pod pod(String name, SandboxSpec spec) {
    V1PodSpec podSpec =
        new V1PodSpec()
            .restartPolicy("Never")
            .terminationGracePeriodSeconds(1L)
            .activeDeadlineSeconds(settings.maxLifetime().toSeconds())
            .enableServiceLinks(false)
            // The client's default is an empty map, which admission takes for one that was set.
            .overhead(null)
            .containers(List.of(container(spec)))
            .volumes(writable(spec).keySet().stream().map(PodFactory::volume).toList());
    new Hardening(settings).apply(podSpec);
    return new V1Pod().metadata(metadata(name, spec)).spec(podSpec);
  }

  private static V1ObjectMeta metadata(String name, SandboxSpec spec) {
    return new V1ObjectMeta()
        .name(name)
        .labels(
            new TreeMap<>(
                Map.of(
                    PodKeys.MANAGED_BY,
                    PodKeys.SANDPOOL,
                    "app.kubernetes.io/name",
                    "sandbox",
                    PodKeys.STATE,
                    PodKeys.WARM,
                    PodKeys.SPEC,
                    spec.name(),
                    PodKeys.NETWORK,
                    PodKeys.BLOCKED)));
  }

  private V1Container container(SandboxSpec spec) {
    return new V1Container()
        .name(CONTAINER)
        .image(spec.image())
        .imagePullPolicy(settings.imagePullPolicy())
        .command(IDLE)
        .workingDir(spec.workingDirectory())
        .env(environment(spec))
        .resources(resources(spec.resources()))
        .volumeMounts(
            writable(spec).entrySet().stream()
                .map(mount -> new V1VolumeMount().name(mount.getKey()).mountPath(mount.getValue()))
                .toList());
  }

  /** The home is where the user may write, unless the specification says otherwise. */
  private static List<V1EnvVar> environment(SandboxSpec spec) {
    Map<String, String> variables = new TreeMap<>(Map.of("HOME", spec.workingDirectory()));
    variables.putAll(spec.environment());
    return variables.entrySet().stream()
        .map(variable -> new V1EnvVar().name(variable.getKey()).value(literal(variable.getValue())))
        .toList();
  }

  /** Kubernetes expands {@code $(NAME)} in values; a doubled dollar stands for itself. */
  private static String literal(String value) {
    return value.replace("$", "$$");
  }

  private static V1ResourceRequirements resources(SandboxSpec.Resources resources) {
    return new V1ResourceRequirements()
        .requests(
            Map.of(
                "cpu", new Quantity(resources.cpuRequest()),
                "memory", new Quantity(resources.memoryRequest())))
        .limits(
            Map.of(
                "cpu", new Quantity(resources.cpuLimit()),
                "memory", new Quantity(resources.memoryLimit()),
                "ephemeral-storage", new Quantity(resources.storageLimit())));
  }

  /** Directories that exist for the user: an image seldom has one that user 1000 may write. */
  private static Map<String, String> writable(SandboxSpec spec) {
    Map<String, String> mounts = new TreeMap<>(Map.of("tmp", "/tmp"));
    if (!TMP.contains(spec.workingDirectory())) {
      mounts.put("workspace", spec.workingDirectory());
    }
    return mounts;
  }

  private static V1Volume volume(String name) {
    return new V1Volume().name(name).emptyDir(new V1EmptyDirVolumeSource());
  }
}
