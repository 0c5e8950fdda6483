package dev.sandpool.pool;

import dev.sandpool.InvalidValueException;
import java.time.Duration;

/**
 * When a borrowed sandbox counts as forgotten, and what is done about it.
 *
 * @param threshold time without a command or a file or process operation; zero to look for nothing
 * @param reclaim whether to destroy it then
 */
public record LeakRules(Duration threshold, boolean reclaim) {

  /** Looks for nothing. */
  public static final LeakRules OFF = new LeakRules(Duration.ZERO, false);

  private static final Duration SHORTEST = Duration.ofSeconds(2);

  /**
   * Checks that the values can work together.
   *
   * @throws InvalidValueException if they can't
   */
  public LeakRules {
    if (!threshold.isZero() && threshold.compareTo(SHORTEST) < 0) {
      throw new InvalidValueException(
          "sandpool.pool.leak-threshold", threshold, "give 0 to look for nothing, or at least 2s");
    }
    if (reclaim && threshold.isZero()) {
      throw new InvalidValueException(
          "sandpool.pool.leak-reclaim",
          "true",
          "give sandpool.pool.leak-threshold with it, such as 10m");
    }
  }

  boolean areOff() {
    return threshold.isZero();
  }
}
