package dev.sandpool.bootstrap;

import dev.sandpool.SandboxSpec;
import dev.sandpool.kubernetes.raw.IsolationSettings;
import dev.sandpool.kubernetes.raw.IsolationSettings.Probe;
import java.util.List;
import java.util.Optional;

/** The keys for proving that the cluster's network plugin cuts sandboxes off. */
final class RawIsolationKeys {

  static final Setting<Probe> PROBE =
      Setting.of(
          "sandpool.raw.isolation-probe",
          SettingType.oneOf(Probe.class),
          "warn",
          "Whether two Pods try, at the start, if the cluster enforces NetworkPolicies: with"
              + " `enforce` no sandbox is handed out until it is proved, with `warn` log and health"
              + " tell, with `off` nobody looks.");

  static final Setting<Optional<String>> IMAGE =
      Setting.of(
          "sandpool.raw.isolation-probe-image",
          SettingType.optional(SettingType.IMAGE),
          "",
          "Image of these two Pods, with a shell and python3, perl or nc; `sandpool.spec.image`"
              + " unless given.");

  static final List<Setting<?>> ALL = List.of(PROBE, IMAGE);

  private RawIsolationKeys() {}

  /**
   * Reads them.
   *
   * @param usual the default specification; null where it could not be read
   */
  static IsolationSettings isolation(SettingsReader from, SandboxSpec usual) {
    Probe probe = from.read(PROBE);
    Optional<String> image = from.read(IMAGE);
    return probe == Probe.OFF || usual == null
        ? IsolationSettings.OFF
        : new IsolationSettings(probe, Optional.of(spec(usual, image.orElse(usual.image()))));
  }

  private static SandboxSpec spec(SandboxSpec usual, String image) {
    return new SandboxSpec(
        usual.name(),
        image,
        usual.workingDirectory(),
        usual.environment(),
        usual.resources(),
        usual.startupTimeout(),
        Optional.empty());
  }
}
