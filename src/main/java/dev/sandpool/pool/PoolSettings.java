package dev.sandpool.pool;

import dev.sandpool.InvalidValueException;
import dev.sandpool.PoolChange;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * How a pool behaves.
 *
 * @param sizes sizes and rates, which may change later
 * @param maxWait how long a borrower waits
 * @param onExhausted what a borrower gets when no sandbox is warm
 * @param warmUp what the start of the pool waits for
 * @param maxIdleTime how long a sandbox stays warm before a fresh one takes its place; zero for
 *     ever
 * @param livenessInterval how often a command is run in each warm sandbox; zero for never
 * @param leaks when a borrowed sandbox counts as forgotten
 * @param shutdownTimeout how long closing the pool may take
 */
public record PoolSettings(
    PoolSizes sizes,
    Duration maxWait,
    OnExhausted onExhausted,
    WarmUp warmUp,
    Duration maxIdleTime,
    Duration livenessInterval,
    LeakRules leaks,
    Duration shutdownTimeout) {

  private static final Duration SHORTEST_IDLE_TIME = Duration.ofSeconds(10);
  private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);

  /** What a borrower gets when no sandbox is warm. */
  public enum OnExhausted {
    /** One that is made for it, or comes free meanwhile. */
    CREATE,
    /** The next warm one, within {@code maxWait}. */
    WAIT,
    /** An error at once. */
    FAIL
  }

  /** What the start waits for. */
  public enum WarmUp {
    /** Nothing: it serves at once, cold if it must. */
    SERVE,
    /** Until the least number is warm, or the start-up timeout of a sandbox has passed. */
    BLOCK
  }

  /**
   * Checks that the values can work together.
   *
   * @throws InvalidValueException if they can't
   */
  public PoolSettings {
    require(!maxWait.isNegative(), "max-wait", maxWait, "give 0 or more, such as 10s");
    require(
        onExhausted == OnExhausted.CREATE || sizes.minIdle() > 0,
        "on-exhausted",
        onExhausted.name().toLowerCase(Locale.ROOT),
        "with sandpool.pool.min-idle=0 nothing is ever warm; raise that, or give create");
    require(
        maxIdleTime.isZero() || maxIdleTime.compareTo(SHORTEST_IDLE_TIME) >= 0,
        "max-idle-time",
        maxIdleTime,
        "give 0 for no limit, or at least 10s");
    require(
        livenessInterval.isZero() || livenessInterval.compareTo(SHORTEST_INTERVAL) >= 0,
        "liveness-interval",
        livenessInterval,
        "give 0 for never, or at least 1s");
    require(
        !shutdownTimeout.isNegative(),
        "shutdown-timeout",
        shutdownTimeout,
        "give 0 or more, such as 20s");
  }

  /** Sizes that matter most, and the defaults for all else. */
  public static PoolSettings of(
      int minIdle, int maxTotal, Duration maxWait, int refillParallelism) {
    return new PoolSettings(
        new PoolSizes(minIdle, OptionalInt.empty(), maxTotal, 0, refillParallelism, 0),
        maxWait,
        OnExhausted.CREATE,
        WarmUp.SERVE,
        Duration.ofHours(1),
        Duration.ZERO,
        LeakRules.OFF,
        Duration.ofSeconds(20));
  }

  /**
   * The same with other sizes.
   *
   * @throws InvalidValueException if they cannot work together; it names the member of the change
   */
  PoolSettings with(PoolChange change) {
    PoolSizes changed = sizes.with(change);
    try {
      return new PoolSettings(
          changed,
          maxWait,
          onExhausted,
          warmUp,
          maxIdleTime,
          livenessInterval,
          leaks,
          shutdownTimeout);
    } catch (InvalidValueException e) {
      throw new InvalidValueException(
          "minIdle",
          changed.minIdle(),
          "keep at least 1, as sandpool.pool.on-exhausted=%s makes none"
              .formatted(onExhausted.name().toLowerCase(Locale.ROOT)));
    }
  }

  private static void require(boolean holds, String key, Object value, String cure) {
    if (!holds) {
      throw new InvalidValueException("sandpool.pool." + key, value, cure);
    }
  }
}
