package dev.sandpool.bootstrap;

import dev.sandpool.kubernetes.raw.NamespaceOptions;
import java.util.List;
import java.util.Map;

/** The keys for a namespace of each sandbox's own. */
final class RawNamespaceKeys {

  static final Setting<Boolean> PER_SANDBOX =
      Setting.of(
          "sandpool.raw.namespace-per-sandbox",
          SettingType.BOOLEAN,
          "false",
          "Whether each sandbox gets a namespace of its own, which goes with it; needs more rights.");

  static final Setting<Map<String, String>> QUOTA =
      Setting.of(
          "sandpool.raw.namespace-quota",
          KubernetesTypes.QUANTITIES,
          NamespaceOptions.DEFAULT_QUOTA,
          "ResourceQuota of such a namespace, such as `pods=1,limits.cpu=2,limits.memory=4Gi`.");

  static final Setting<Map<String, String>> LIMITS =
      Setting.of(
          "sandpool.raw.namespace-limit-range",
          KubernetesTypes.BOUNDS,
          "",
          "LimitRange for the containers of such a namespace, such as"
              + " `default.cpu=1,defaultRequest.cpu=100m,max.memory=4Gi`; what it has no default for"
              + " is as in the specification.");

  static final Setting<Map<String, String>> LABELS =
      Setting.of(
          "sandpool.raw.namespace-labels",
          KubernetesTypes.LABELS,
          "",
          "More labels of such a namespace, such as `team=blue`.");

  static final Setting<Map<String, String>> ANNOTATIONS =
      Setting.of(
          "sandpool.raw.namespace-annotations",
          KubernetesTypes.ANNOTATIONS,
          "",
          "More annotations of such a namespace, such as `example.com/owner=team blue`.");

  /** Those that a specification can have of its own. */
  static final List<Setting<?>> NAMED = List.of(QUOTA, LIMITS, LABELS, ANNOTATIONS);

  private RawNamespaceKeys() {}

  static NamespaceOptions namespace(SettingsReader from) {
    Map<String, String> quota = from.read(QUOTA);
    Map<String, String> limits = from.read(LIMITS);
    Map<String, String> labels = from.read(LABELS);
    Map<String, String> annotations = from.read(ANNOTATIONS);
    NamespaceOptions namespace =
        from.combine(() -> new NamespaceOptions(quota, limits, labels, annotations));
    return namespace == null ? NamespaceOptions.DEFAULT : namespace;
  }
}
