package dev.sandpool.bootstrap;

import dev.sandpool.kubernetes.raw.ImageOptions;
import java.util.List;

/** The keys for the image of a Pod and what runs in it. */
final class RawImageKeys {

  static final Setting<String> PULL_POLICY =
      Setting.of(
          "sandpool.raw.image-pull-policy",
          SettingType.TEXT,
          "IfNotPresent",
          "`IfNotPresent`, `Always` or `Never`.");

  static final Setting<List<String>> PULL_SECRETS =
      Setting.of(
          "sandpool.raw.image-pull-secrets",
          KubernetesTypes.NAMES,
          "",
          "Secrets with the registry's credentials, in the namespace of the sandboxes.");

  static final Setting<List<String>> COMMAND =
      Setting.of(
          "sandpool.raw.command",
          KubernetesTypes.WORDS,
          "",
          "First process of the container, such as `/usr/bin/tini -- sleep infinity`; a shell that"
              + " idles and collects orphans unless given. The sandbox ends with it.");

  static final List<Setting<?>> ALL = List.of(PULL_POLICY, PULL_SECRETS, COMMAND);

  private RawImageKeys() {}

  static ImageOptions image(SettingsReader from) {
    String policy = from.read(PULL_POLICY);
    List<String> secrets = from.read(PULL_SECRETS);
    List<String> command = from.read(COMMAND);
    ImageOptions image = from.combine(() -> new ImageOptions(policy, secrets, command));
    return image == null ? ImageOptions.DEFAULT : image;
  }
}
