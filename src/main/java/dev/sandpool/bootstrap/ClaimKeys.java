package dev.sandpool.bootstrap;

import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.claim.ClaimOptions;
import dev.sandpool.kubernetes.claim.ClaimSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The keys of mode {@code agent-sandbox} that say what is claimed, and for how long. */
final class ClaimKeys {

  static final Setting<Optional<String>> WARM_POOL =
      Setting.of(
          "sandpool.claim.warm-pool",
          SettingType.optional(KubernetesTypes.NAME),
          "",
          "SandboxWarmPool to claim from, in the namespace of the sandboxes.");

  static final Setting<Optional<String>> TEMPLATE =
      Setting.of(
          "sandpool.claim.template",
          SettingType.optional(KubernetesTypes.NAME),
          "",
          "SandboxTemplate to claim from instead, with no warm pool of the cluster's; where claims"
              + " need one, an empty pool is made for it.");

  static final Setting<Map<String, String>> POD_LABELS =
      Setting.of(
          "sandpool.claim.pod-labels",
          KubernetesTypes.LABELS,
          "",
          "More labels of the Pods, such as `sandbox.users.io/team=blue`; the controller says which"
              + " domains it allows.");

  static final Setting<Map<String, String>> POD_ANNOTATIONS =
      Setting.of(
          "sandpool.claim.pod-annotations",
          KubernetesTypes.ANNOTATIONS,
          "",
          "More annotations of the Pods, such as `example.com/owner=team blue`.");

  static final Setting<Duration> LEASE =
      Setting.of(
          "sandpool.claim.lease",
          SettingType.DURATION,
          "10m",
          "How long a claim outlives the process that holds or uses it, which renews it until then.");

  static final Setting<Duration> MAX_LIFETIME =
      Setting.of(
          "sandpool.claim.max-lifetime",
          SettingType.DURATION,
          "24h",
          "After this a claim is renewed no more, and the controller ends it.");

  static final Setting<Optional<String>> CONTAINER =
      Setting.of(
          "sandpool.claim.container",
          SettingType.optional(KubernetesTypes.NAME),
          "",
          "Container of the Pods that commands run in, where they have several.");

  /** Those that a specification can have of its own. */
  static final List<Setting<?>> CLAIM = List.of(WARM_POOL, TEMPLATE, POD_LABELS, POD_ANNOTATIONS);

  static final List<Setting<?>> ALL =
      Stream.concat(CLAIM.stream(), Stream.of(LEASE, MAX_LIFETIME, CONTAINER)).toList();

  private ClaimKeys() {}

  /**
   * Reads them.
   *
   * @param used whether the mode is the one that needs them, so that what it needs must be there
   */
  static ClaimSettings claim(SettingsReader from, Set<String> specs, boolean used) {
    ClusterSettings cluster = ClusterKeys.cluster(from);
    Duration lease = from.read(LEASE);
    Duration lifetime = from.read(MAX_LIFETIME);
    Optional<String> container = from.read(CONTAINER);
    ClaimOptions all = options(from, used);
    Map<String, ClaimOptions> named = new TreeMap<>();
    specs.forEach(spec -> named.put(spec, options(from.named(spec), used)));
    return from.combine(() -> new ClaimSettings(cluster, lease, lifetime, container, all, named));
  }

  private static ClaimOptions options(SettingsReader from, boolean used) {
    Optional<String> pool = from.read(WARM_POOL);
    Optional<String> template = from.read(TEMPLATE);
    // What a specification says itself replaces whatever stands for all.
    boolean ownPool = from.has(WARM_POOL);
    boolean ownTemplate = from.has(TEMPLATE);
    ClaimOptions options =
        new ClaimOptions(
            ownTemplate && !ownPool ? Optional.empty() : pool,
            ownPool && !ownTemplate ? Optional.empty() : template,
            from.read(POD_LABELS),
            from.read(POD_ANNOTATIONS));
    if (used) {
      from.check(options::requireSource);
    }
    return options;
  }
}
