package dev.sandpool.bootstrap;

import dev.sandpool.kubernetes.raw.SecurityOptions;
import java.util.List;
import java.util.Optional;

/** The keys for who runs in a Pod and what confines it. */
final class RawSecurityKeys {

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

  static final Setting<Optional<Integer>> FS_GROUP =
      Setting.of(
          "sandpool.raw.fs-group",
          SettingType.optional(SettingType.INTEGER),
          "",
          "Numeric group of the writable directories; `sandpool.raw.run-as-group` unless given.");

  static final Setting<String> SECCOMP_PROFILE =
      Setting.of(
          "sandpool.raw.seccomp-profile",
          SettingType.TEXT,
          SecurityOptions.RUNTIME_DEFAULT,
          "`RuntimeDefault`, or `Localhost/` and the path of a profile on the nodes, such as"
              + " `Localhost/profiles/sandbox.json`.");

  static final Setting<Boolean> READ_ONLY_ROOT =
      Setting.of(
          "sandpool.raw.read-only-root",
          SettingType.BOOLEAN,
          "true",
          "Whether only the working directory, `/tmp` and mounts can be written.");

  static final List<Setting<?>> ALL =
      List.of(RUN_AS_USER, RUN_AS_GROUP, FS_GROUP, SECCOMP_PROFILE, READ_ONLY_ROOT);

  private RawSecurityKeys() {}

  static SecurityOptions security(SettingsReader from) {
    int user = from.read(RUN_AS_USER);
    int group = from.read(RUN_AS_GROUP);
    int fsGroup = from.read(FS_GROUP).orElse(group);
    String seccomp = from.read(SECCOMP_PROFILE);
    boolean readOnly = from.read(READ_ONLY_ROOT);
    SecurityOptions security =
        from.combine(() -> new SecurityOptions(user, group, fsGroup, seccomp, readOnly));
    return security == null ? SecurityOptions.DEFAULT : security;
  }
}
