package dev.sandpool.bootstrap;

import dev.sandpool.kubernetes.raw.PlacementOptions;
import dev.sandpool.kubernetes.raw.Toleration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys for where and as whom a Pod runs. */
final class RawPlacementKeys {

  static final Setting<Optional<String>> SERVICE_ACCOUNT =
      Setting.of(
          "sandpool.raw.service-account",
          SettingType.optional(KubernetesTypes.NAME),
          "",
          "ServiceAccount of the Pods, for policies that go by it; its token is never mounted.");

  static final Setting<Optional<String>> RUNTIME_CLASS =
      Setting.of(
          "sandpool.raw.runtime-class",
          SettingType.optional(KubernetesTypes.NAME),
          "",
          "RuntimeClass of the Pods, such as `gvisor`; the cluster's default unless given.");

  static final Setting<Optional<String>> PRIORITY_CLASS =
      Setting.of(
          "sandpool.raw.priority-class",
          SettingType.optional(KubernetesTypes.NAME),
          "",
          "PriorityClass of the Pods; the cluster's default unless given.");

  static final Setting<Map<String, String>> NODE_SELECTOR =
      Setting.of(
          "sandpool.raw.node-selector",
          KubernetesTypes.LABELS,
          "",
          "Labels that nodes for sandboxes have, such as `pool=sandboxes`.");

  static final Setting<List<Toleration>> TOLERATIONS =
      Setting.of(
          "sandpool.raw.tolerations",
          KubernetesTypes.TOLERATIONS,
          "",
          "Taints that nodes for sandboxes may have, such as `dedicated=sandboxes:NoSchedule`; any"
              + " value or effect where it names none.");

  static final List<Setting<?>> ALL =
      List.of(SERVICE_ACCOUNT, RUNTIME_CLASS, PRIORITY_CLASS, NODE_SELECTOR, TOLERATIONS);

  private RawPlacementKeys() {}

  static PlacementOptions placement(SettingsReader from) {
    return new PlacementOptions(
        from.read(SERVICE_ACCOUNT),
        from.read(RUNTIME_CLASS),
        from.read(PRIORITY_CLASS),
        from.read(NODE_SELECTOR),
        from.read(TOLERATIONS));
  }
}
