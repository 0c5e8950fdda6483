package dev.sandpool.bootstrap;

import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.raw.RawSettings;
import java.time.Duration;
import java.util.List;

/** The keys of mode {@code raw}. */
final class RawKeys {

  static final Setting<String> IMAGE_PULL_POLICY =
      Setting.of(
          "sandpool.raw.image-pull-policy",
          SettingType.TEXT,
          "IfNotPresent",
          "`IfNotPresent`, `Always` or `Never`.");

  static final Setting<Integer> RUN_AS_USER =
      Setting.of(
          "sandpool.raw.run-as-user",
          SettingType.INTEGER,
          "1000",
          "Numeric user of every process in a sandbox; not root.");

  static final Setting<Integer> RUN_AS_GROUP =
      Setting.of(
          "sandpool.raw.run-as-group",
          SettingType.INTEGER,
          "1000",
          "Numeric group of every process in a sandbox; not root.");

  static final Setting<Duration> MAX_LIFETIME =
      Setting.of(
          "sandpool.raw.max-lifetime",
          SettingType.DURATION,
          "24h",
          "After this the kubelet ends a Pod, whatever became of Sandpool.");

  static final List<Setting<?>> ALL =
      List.of(IMAGE_PULL_POLICY, RUN_AS_USER, RUN_AS_GROUP, MAX_LIFETIME);

  private RawKeys() {}

  static RawSettings raw(SettingsReader from) {
    ClusterSettings cluster = ClusterKeys.cluster(from);
    String pullPolicy = from.read(IMAGE_PULL_POLICY);
    int user = from.read(RUN_AS_USER);
    int group = from.read(RUN_AS_GROUP);
    Duration lifetime = from.read(MAX_LIFETIME);
    return from.combine(() -> new RawSettings(cluster, pullPolicy, user, group, lifetime));
  }
}
