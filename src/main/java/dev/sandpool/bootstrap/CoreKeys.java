package dev.sandpool.bootstrap;

import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.pool.ExecLimits;
import java.time.Duration;
import java.util.List;

/** The keys for the mode and commands. */
final class CoreKeys {

  static final Setting<String> MODE =
      Setting.of(
          "sandpool.mode",
          SettingType.oneOf(Backends.modes()),
          "local",
          "Where sandboxes live: `local` is this machine, for development; `raw` is Pods of a"
              + " Kubernetes cluster; `agent-sandbox` is claims on its agent-sandbox controller.");

  static final Setting<Duration> DEFAULT_TIMEOUT =
      Setting.of(
          "sandpool.exec.default-timeout",
          SettingType.DURATION,
          "30m",
          "How long a command may run when its request does not say.");

  static final Setting<Duration> MAX_TIMEOUT =
      Setting.of(
          "sandpool.exec.max-timeout",
          SettingType.DURATION,
          "2h",
          "The longest time that a request can get; longer ones are cut to it.");

  static final Setting<Long> DEFAULT_MAX_OUTPUT =
      Setting.of(
          "sandpool.exec.default-max-output",
          SettingType.SIZE,
          "1Mi",
          "How much output a result keeps when its request does not say.");

  static final Setting<Long> MAX_OUTPUT =
      Setting.of(
          "sandpool.exec.max-output",
          SettingType.SIZE,
          "64Mi",
          "The most output that a request can get; held in memory.");

  static final Setting<Duration> KILL_GRACE =
      Setting.of(
          "sandpool.exec.kill-grace",
          SettingType.DURATION,
          "2s",
          "Time between TERM and KILL when a command is stopped.");

  static final List<Setting<?>> EXEC =
      List.of(DEFAULT_TIMEOUT, MAX_TIMEOUT, DEFAULT_MAX_OUTPUT, MAX_OUTPUT, KILL_GRACE);

  private CoreKeys() {}

  static ExecLimits limits(SettingsReader from) {
    Duration timeout = from.read(DEFAULT_TIMEOUT);
    Duration maxTimeout = from.read(MAX_TIMEOUT);
    long output = from.read(DEFAULT_MAX_OUTPUT);
    long maxOutput = from.read(MAX_OUTPUT);
    return from.combine(() -> new ExecLimits(timeout, maxTimeout, output, maxOutput));
  }

  static ExecTimings timings(SettingsReader from) {
    return new ExecTimings(ExecTimings.DEFAULT.opening(), from.read(KILL_GRACE));
  }
}
