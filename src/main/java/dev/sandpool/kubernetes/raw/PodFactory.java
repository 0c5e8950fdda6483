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

  private static final Set<String> TMP = Set.of("/tmp");

  private final RawSettings settings;

  PodFactory(RawSettings settings) {
    this.settings = settings;
  }

  V1Pod pod(String name, SandboxSpec spec) {
    V1Container sandbox = container(spec);
    V1PodSpec podSpec =
        new V1PodSpec()
            .restartPolicy("Never")
            .terminationGracePeriodSeconds(1L)
            .activeDeadlineSeconds(settings.maxLifetime().toSeconds())
            .enableServiceLinks(false)
            // The client's default is an empty map, which admission takes for one that was set.
            .overhead(null)
            .containers(List.of(sandbox))
            .volumes(writable(spec).keySet().stream().map(PodFactory::volume).toList());
    settings.pod().image().apply(podSpec, sandbox);
    settings.pod().placement().apply(podSpec);
    settings.pod().names().apply(podSpec);
    new Hardening(settings.pod().security()).apply(podSpec);
    return new V1Pod().metadata(metadata(name, spec)).spec(podSpec);
  }

  private V1ObjectMeta metadata(String name, SandboxSpec spec) {
    Map<String, String> labels = new TreeMap<>(settings.pod().labels());
    labels.put(PodKeys.MANAGED_BY, PodKeys.SANDPOOL);
    labels.put(PodKeys.NAME, "sandbox");
    labels.put(PodKeys.STATE, PodKeys.WARM);
    labels.put(PodKeys.SPEC, spec.name());
    labels.put(PodKeys.NETWORK, PodKeys.BLOCKED);
    return new V1ObjectMeta()
        .name(name)
        .labels(labels)
        .annotations(new TreeMap<>(settings.pod().annotations()));
  }

  private static V1Container container(SandboxSpec spec) {
    return new V1Container()
        .name(CONTAINER)
        .image(spec.image())
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
                "memory", new Quantity(resources.memoryRequest()),
                "ephemeral-storage", new Quantity(resources.storageRequest())))
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
