package dev.sandpool.kubernetes.raw;

import com.google.gson.JsonObject;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.kubernetes.TermsNotes;
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

  /**
   * The Pod, ready to be sent.
   *
   * @throws SandboxStartException if it can't be one, or would not be confined
   */
  V1Pod pod(String name, SandboxSpec spec) {
    PodOptions options = settings.pod(spec.name());
    JsonObject usual = JsonTrees.of(usual(options, spec));
    JsonObject pod = options.template().map(template -> template.over(usual)).orElse(usual);
    own(pod, name, spec, options);
    new Hardening(options.security()).apply(pod);
    return checked(pod);
  }

  private static V1Pod checked(JsonObject tree) {
    try {
      V1Pod pod = JsonTrees.pod(tree);
      RestrictedCheck.broken(JsonTrees.of(pod))
          .findFirst()
          .ifPresent(
              broken -> {
                throw broken.in("Pod");
              });
      return pod;
    } catch (IllegalArgumentException e) {
      throw new SandboxStartException("No sandbox is made of such a Pod: " + e.getMessage(), e);
    }
  }

  private static V1Pod usual(PodOptions options, SandboxSpec spec) {
    V1Container sandbox = container(spec);
    V1PodSpec pod =
        new V1PodSpec()
            .terminationGracePeriodSeconds(1L)
            .enableServiceLinks(false)
            .containers(List.of(sandbox))
            .volumes(writable(spec).keySet().stream().map(PodFactory::volume).toList());
    options.image().apply(pod, sandbox);
    options.placement().apply(pod);
    options.names().apply(pod);
    return new V1Pod()
        .metadata(new V1ObjectMeta().labels(options.labels()).annotations(options.annotations()))
        .spec(pod);
  }

  /** What Sandpool finds and ends its Pods by; nothing comes over it. */
  private void own(JsonObject pod, String name, SandboxSpec spec, PodOptions options) {
    JsonObject metadata = JsonTrees.child(pod, "metadata");
    metadata.addProperty("name", name);
    JsonObject labels = JsonTrees.child(metadata, "labels");
    labels.addProperty(PodKeys.MANAGED_BY, PodKeys.SANDPOOL);
    labels.addProperty(PodKeys.NAME, "sandbox");
    labels.addProperty(PodKeys.STATE, PodKeys.WARM);
    labels.addProperty(PodKeys.SPEC, spec.name());
    labels.addProperty(PodKeys.NETWORK, options.policy().label());
    JsonObject annotations = JsonTrees.child(metadata, "annotations");
    TermsNotes.blank().forEach(annotations::addProperty);
    JsonObject podSpec = JsonTrees.child(pod, "spec");
    podSpec.addProperty("restartPolicy", "Never");
    podSpec.addProperty("activeDeadlineSeconds", settings.maxLifetime().toSeconds());
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
