package dev.sandpool.bootstrap;

import dev.sandpool.kubernetes.ClusterSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys that all modes on a cluster share. */
final class ClusterKeys {

  static final Setting<Optional<Path>> KUBECONFIG =
      Setting.of(
          "sandpool.kubernetes.kubeconfig",
          SettingType.optional(SettingType.PATH).map(path -> path.map(Path::of)),
          "",
          "File with the cluster's address and credentials; `$KUBECONFIG`, `~/.kube/config` or the"
              + " Pod's own ServiceAccount unless given.");

  static final Setting<Optional<String>> CONTEXT =
      Setting.of(
          "sandpool.kubernetes.context",
          SettingType.optional(SettingType.TEXT),
          "",
          "Context of the kubeconfig; its current one unless given.");

  static final Setting<Optional<String>> NAMESPACE =
      Setting.of(
          "sandpool.kubernetes.namespace",
          SettingType.optional(SettingType.TEXT),
          "",
          "Namespace that sandboxes live in; the context's unless given, else `default`.");

  static final List<Setting<?>> ALL = List.of(KUBECONFIG, CONTEXT, NAMESPACE);

  private ClusterKeys() {}

  static ClusterSettings cluster(SettingsReader from) {
    return new ClusterSettings(from.read(KUBECONFIG), from.read(CONTEXT), from.read(NAMESPACE));
  }
}
