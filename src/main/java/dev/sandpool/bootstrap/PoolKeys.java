package dev.sandpool.bootstrap;

import dev.sandpool.pool.LeakRules;
import dev.sandpool.pool.PoolSettings;
import dev.sandpool.pool.PoolSettings.OnExhausted;
import dev.sandpool.pool.PoolSettings.WarmUp;
import dev.sandpool.pool.PoolSizes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The keys for a pool. A specification can have each of its own. */
final class PoolKeys {

  static final Setting<Integer> MIN_IDLE =
      Setting.of(
          "sandpool.pool.min-idle",
          SettingType.INTEGER,
          "2",
          "Warm sandboxes of a specification kept ready whatever the demand, by all replicas"
              + " together; 0 for none.");

  static final Setting<Optional<Integer>> MAX_IDLE =
      Setting.of(
          "sandpool.pool.max-idle",
          SettingType.optional(SettingType.INTEGER),
          "",
          "The most that demand can make of it; as `min-idle` unless given. See [Pools](#pools).");

  static final Setting<Integer> MAX_TOTAL =
      Setting.of(
          "sandpool.pool.max-total",
          SettingType.INTEGER,
          "20",
          "Most sandboxes of a specification at a time, by each replica: warm, in use and being"
              + " made.");

  static final Setting<Integer> MAX_PER_TENANT =
      Setting.of(
          "sandpool.pool.max-per-tenant",
          SettingType.INTEGER,
          "0",
          "Most of them that one tenant can have at a time; 0 for no limit.");

  static final Setting<Duration> MAX_WAIT =
      Setting.of(
          "sandpool.pool.max-wait",
          SettingType.DURATION,
          "10s",
          "How long a caller waits for a sandbox when there is none for it.");

  static final Setting<OnExhausted> ON_EXHAUSTED =
      Setting.of(
          "sandpool.pool.on-exhausted",
          SettingType.oneOf(OnExhausted.class),
          "create",
          "What a caller gets when none is warm: `create` makes one, and waits where `max-total` is"
              + " reached; `wait` waits for the next warm one; `fail` is an error at once.");

  static final Setting<Integer> REFILL_PARALLELISM =
      Setting.of(
          "sandpool.pool.refill-parallelism",
          SettingType.INTEGER,
          "4",
          "Sandboxes made at the same time to refill the pool.");

  static final Setting<Integer> REFILL_RATE =
      Setting.of(
          "sandpool.pool.refill-rate",
          SettingType.INTEGER,
          "0",
          "Most sandboxes made in any minute to refill the pool; 0 for no limit.");

  static final Setting<WarmUp> WARM_UP =
      Setting.of(
          "sandpool.pool.warm-up",
          SettingType.oneOf(WarmUp.class),
          "serve",
          "What a start waits for: `serve` for nothing; `block` until `min-idle` sandboxes are warm,"
              + " for up to `sandpool.spec.startup-timeout`.");

  static final Setting<Duration> MAX_IDLE_TIME =
      Setting.of(
          "sandpool.pool.max-idle-time",
          SettingType.DURATION,
          "1h",
          "How long a sandbox stays warm; a fresh one is made before it goes. 0 for no limit.");

  static final Setting<Duration> LIVENESS_INTERVAL =
      Setting.of(
          "sandpool.pool.liveness-interval",
          SettingType.DURATION,
          "0s",
          "How often `true` is run in each warm sandbox, to drop those where it fails; 0 for never."
              + " Those that end are dropped without it.");

  static final Setting<Duration> LEAK_THRESHOLD =
      Setting.of(
          "sandpool.pool.leak-threshold",
          SettingType.DURATION,
          "0s",
          "A borrowed sandbox that is neither used nor closed for so long is told in the log, with"
              + " the stack of its borrower; 0 for never. See [Pools](#pools).");

  static final Setting<Boolean> LEAK_RECLAIM =
      Setting.of(
          "sandpool.pool.leak-reclaim",
          SettingType.BOOLEAN,
          "false",
          "Whether it is destroyed then.");

  static final Setting<Duration> SHUTDOWN_TIMEOUT =
      Setting.of(
          "sandpool.pool.shutdown-timeout",
          SettingType.DURATION,
          "20s",
          "How long a stop may take: commands that run get three quarters of it to end.");

  static final List<Setting<?>> ALL =
      List.of(
          MIN_IDLE,
          MAX_IDLE,
          MAX_TOTAL,
          MAX_PER_TENANT,
          MAX_WAIT,
          ON_EXHAUSTED,
          REFILL_PARALLELISM,
          REFILL_RATE,
          WARM_UP,
          MAX_IDLE_TIME,
          LIVENESS_INTERVAL,
          LEAK_THRESHOLD,
          LEAK_RECLAIM,
          SHUTDOWN_TIMEOUT);

  private PoolKeys() {}

  static PoolSettings pool(SettingsReader from) {
    PoolSizes sizes = sizes(from);
    Duration maxWait = from.read(MAX_WAIT);
    OnExhausted onExhausted = from.read(ON_EXHAUSTED);
    WarmUp warmUp = from.read(WARM_UP);
    Duration idle = from.read(MAX_IDLE_TIME);
    Duration liveness = from.read(LIVENESS_INTERVAL);
    LeakRules leaks = leaks(from);
    Duration shutdown = from.read(SHUTDOWN_TIMEOUT);
    return sizes == null || leaks == null
        ? null
        : from.combine(
            () ->
                new PoolSettings(
                    sizes, maxWait, onExhausted, warmUp, idle, liveness, leaks, shutdown));
  }

  private static PoolSizes sizes(SettingsReader from) {
    int minIdle = from.read(MIN_IDLE);
    OptionalInt maxIdle = from.read(MAX_IDLE).map(OptionalInt::of).orElse(OptionalInt.empty());
    int maxTotal = from.read(MAX_TOTAL);
    int maxPerTenant = from.read(MAX_PER_TENANT);
    int parallelism = from.read(REFILL_PARALLELISM);
    int rate = from.read(REFILL_RATE);
    return from.combine(
        () -> new PoolSizes(minIdle, maxIdle, maxTotal, maxPerTenant, parallelism, rate));
  }

  private static LeakRules leaks(SettingsReader from) {
    Duration threshold = from.read(LEAK_THRESHOLD);
    boolean reclaim = from.read(LEAK_RECLAIM);
    return from.combine(() -> new LeakRules(threshold, reclaim));
  }
}
