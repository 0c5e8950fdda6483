package dev.sandpool.bootstrap;

import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxSpec.Resources;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys for what a sandbox is made of. */
final class SpecKeys {

  static final Setting<String> IMAGE =
      Setting.of(
          "sandpool.spec.image",
          SettingType.IMAGE,
          "python:3.12-slim",
          "Container image of a sandbox (cluster modes).");

  static final Setting<String> WORKING_DIRECTORY =
      Setting.of(
          "sandpool.spec.working-directory",
          SettingType.PATH,
          "/workspace",
          "Where commands start.");

  static final Setting<Map<String, String>> ENVIRONMENT =
      Setting.of(
          "sandpool.spec.environment",
          SettingType.PAIRS,
          "",
          "Variables for every command, such as `LANG=C.UTF-8,DEBUG=1`.");

  static final Setting<String> CPU_REQUEST =
      Setting.of(
          "sandpool.spec.cpu-request",
          SettingType.QUANTITY,
          "100m",
          "Processor share kept for a sandbox.");

  static final Setting<String> CPU_LIMIT =
      Setting.of(
          "sandpool.spec.cpu-limit",
          SettingType.QUANTITY,
          "1000m",
          "Processor share that a sandbox may use.");

  static final Setting<String> MEMORY_REQUEST =
      Setting.of(
          "sandpool.spec.memory-request",
          SettingType.QUANTITY,
          "256Mi",
          "Memory kept for a sandbox.");

  static final Setting<String> MEMORY_LIMIT =
      Setting.of(
          "sandpool.spec.memory-limit",
          SettingType.QUANTITY,
          "1Gi",
          "Memory that a sandbox may use.");

  static final Setting<String> STORAGE_REQUEST =
      Setting.of(
          "sandpool.spec.storage-request",
          SettingType.QUANTITY,
          "256Mi",
          "Disk kept for a sandbox.");

  static final Setting<String> STORAGE_LIMIT =
      Setting.of(
          "sandpool.spec.storage-limit",
          SettingType.QUANTITY,
          "5Gi",
          "Disk that a sandbox may use.");

  static final Setting<Duration> STARTUP_TIMEOUT =
      Setting.of(
          "sandpool.spec.startup-timeout",
          SettingType.DURATION,
          "120s",
          "How long a sandbox may take from creation to ready.");

  static final Setting<Optional<String>> SETUP_SCRIPT =
      Setting.of(
          "sandpool.spec.setup-script",
          SettingType.optional(SettingType.SCRIPT),
          "",
          "Script for `/bin/sh`, run once in each new sandbox before anybody gets it; one in which"
              + " it fails is not used. Its time counts as start-up.");

  static final List<Setting<?>> ALL =
      List.of(
          IMAGE,
          WORKING_DIRECTORY,
          ENVIRONMENT,
          CPU_REQUEST,
          CPU_LIMIT,
          MEMORY_REQUEST,
          MEMORY_LIMIT,
          STORAGE_REQUEST,
          STORAGE_LIMIT,
          STARTUP_TIMEOUT,
          SETUP_SCRIPT);

  private SpecKeys() {}

  static SandboxSpec spec(SettingsReader from, String name) {
    String image = from.read(IMAGE);
    String directory = from.read(WORKING_DIRECTORY);
    Map<String, String> environment = from.read(ENVIRONMENT);
    Resources resources = resources(from);
    Duration startup = from.read(STARTUP_TIMEOUT);
    Optional<String> setup = from.read(SETUP_SCRIPT);
    return new SandboxSpec(name, image, directory, environment, resources, startup, setup);
  }

  private static Resources resources(SettingsReader from) {
    return new Resources(
        from.read(CPU_REQUEST),
        from.read(CPU_LIMIT),
        from.read(MEMORY_REQUEST),
        from.read(MEMORY_LIMIT),
        from.read(STORAGE_REQUEST),
        from.read(STORAGE_LIMIT));
  }
}
