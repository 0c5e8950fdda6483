package dev.sandpool.bootstrap;

import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.ReplicaSettings;
import java.nio.file.Path;
import java.time.Duration;
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

  static final Setting<String> INSTANCE =
      Setting.of(
          "sandpool.instance",
          SettingType.TEXT,
          "sandpool",
          "Name of the installation: replicas of one, in one namespace, share their warm"
              + " sandboxes.");

  static final Setting<Duration> REPLICA_LEASE =
      Setting.of(
          "sandpool.replica.lease",
          SettingType.DURATION,
          "15s",
          "A replica that was not heard of for as long is gone, and others take over what it kept"
              + " warm.");

  static final List<Setting<?>> ALL =
      List.of(KUBECONFIG, CONTEXT, NAMESPACE, INSTANCE, REPLICA_LEASE);

  private ClusterKeys() {}

  static ClusterSettings cluster(SettingsReader from) {
    Optional<Path> kubeconfig = from.read(KUBECONFIG);
    Optional<String> context = from.read(CONTEXT);
    Optional<String> namespace = from.read(NAMESPACE);
    String instance = from.read(INSTANCE);
    Duration lease = from.read(REPLICA_LEASE);
    return from.combine(
        () ->
            new ClusterSettings(
                kubeconfig, context, namespace, new ReplicaSettings(instance, lease)));
  }
}
