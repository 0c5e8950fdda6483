package dev.sandpool.bootstrap;

import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.pool.ExecLimits;
import dev.sandpool.pool.PoolSettings;
import java.time.Duration;
import java.util.List;

/** The keys for the mode, the pool and commands. */
final class CoreKeys {

  static final Setting<String> MODE =
      Setting.of(
          "sandpool.mode",
          SettingType.oneOf(Backends.modes()),
          "local",
          "Where sandboxes live: `local` is this machine, for development; `raw` is Pods of a"
              + " Kubernetes cluster.");

  static final Setting<Integer> TARGET =
      Setting.of(
          "sandpool.pool.target",
          SettingType.INTEGER,
          "2",
          "Warm sandboxes of a specification kept ready; 0 for none.");

  static final Setting<Integer> MAX_TOTAL =
      Setting.of(
          "sandpool.pool.max-total",
          SettingType.INTEGER,
          "20",
          "Most sandboxes of a specification at a time: warm, in use and being made.");

  static final Setting<Duration> MAX_WAIT =
      Setting.of(
          "sandpool.pool.max-wait",
          SettingType.DURATION,
          "10s",
          "How long a caller waits for a sandbox when all are in use.");

  static final Setting<Integer> REFILL_PARALLELISM =
      Setting.of(
          "sandpool.pool.refill-parallelism",
          SettingType.INTEGER,
          "4",
          "Sandboxes made at the same time to refill the pool.");

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

  /** Those that a specification can have of its own. */
  static final List<Setting<?>> POOL = List.of(TARGET, MAX_TOTAL, MAX_WAIT, REFILL_PARALLELISM);

  static final List<Setting<?>> EXEC =
      List.of(DEFAULT_TIMEOUT, MAX_TIMEOUT, DEFAULT_MAX_OUTPUT, MAX_OUTPUT, KILL_GRACE);

  private CoreKeys() {}

  static PoolSettings pool(SettingsReader from) {
    int target = from.read(TARGET);
    int maxTotal = from.read(MAX_TOTAL);
    Duration maxWait = from.read(MAX_WAIT);
    int parallelism = from.read(REFILL_PARALLELISM);
    return from.combine(() -> new PoolSettings(target, maxTotal, maxWait, parallelism));
  }

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
