package dev.sandpool.pool;

import dev.sandpool.InvalidValueException;
import java.time.Duration;

/**
 * How large a pool is and how it waits.
 *
 * @param target warm sandboxes to keep ready, 0 for none
 * @param maxTotal sandboxes in all: warm, in use and being made
 * @param maxWait how long a borrower waits when all are in use
 * @param refillParallelism sandboxes made at the same time to refill
 */
public record PoolSettings(int target, int maxTotal, Duration maxWait, int refillParallelism) {

  /**
   * Checks that the sizes can work together.
   *
   * @throws InvalidValueException if one can't
   */
  public PoolSettings {
    require(maxTotal >= 1, "sandpool.pool.max-total", maxTotal, "allow at least 1 sandbox");
    require(
        target >= 0 && target <= maxTotal,
        "sandpool.pool.target",
        target,
        "keep between 0 and sandpool.pool.max-total, which is " + maxTotal);
    require(
        !maxWait.isNegative(), "sandpool.pool.max-wait", maxWait, "give 0 or more, such as 10s");
    require(
        refillParallelism >= 1,
        "sandpool.pool.refill-parallelism",
        refillParallelism,
        "make at least 1 at a time");
  }

  private static void require(boolean holds, String key, Object value, String cure) {
    if (!holds) {
      throw new InvalidValueException(key, value, cure);
    }
  }
}
