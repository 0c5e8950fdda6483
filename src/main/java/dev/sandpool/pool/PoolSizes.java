package dev.sandpool.pool;

import dev.sandpool.InvalidValueException;
import dev.sandpool.PoolChange;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The sizes and rates of a pool: what can be changed while it lives.
 *
 * @param minIdle warm sandboxes to keep ready whatever the demand, 0 for none
 * @param maxIdle the most that demand can make of it; as {@code minIdle} when empty
 * @param maxTotal sandboxes in all: warm, in use and being made
 * @param maxPerTenant sandboxes that one tenant may have at a time, 0 for no limit
 * @param refillParallelism sandboxes made at the same time to refill
 * @param refillRate sandboxes made in any minute to refill, 0 for no limit
 */
public record PoolSizes(
    int minIdle,
    OptionalInt maxIdle,
    int maxTotal,
    int maxPerTenant,
    int refillParallelism,
    int refillRate) {

  private static final String PREFIX = "sandpool.pool.";
  private static final Pattern NEXT_WORD = Pattern.compile("-([a-z])");

  /**
   * Checks that the sizes can work together.
   *
   * @throws InvalidValueException if they can't
   */
  public PoolSizes {
    require(maxTotal >= 1, "max-total", maxTotal, "allow at least 1 sandbox");
    require(
        minIdle >= 0 && minIdle <= maxTotal,
        "min-idle",
        minIdle,
        "keep between 0 and sandpool.pool.max-total, which is " + maxTotal);
    int ceiling = maxIdle.orElse(minIdle);
    require(
        ceiling >= minIdle && ceiling <= maxTotal,
        "max-idle",
        ceiling,
        "keep between sandpool.pool.min-idle, which is %d, and sandpool.pool.max-total, which is %d"
            .formatted(minIdle, maxTotal));
    require(
        maxPerTenant >= 0 && maxPerTenant <= maxTotal,
        "max-per-tenant",
        maxPerTenant,
        "give 0 for no limit, or up to sandpool.pool.max-total, which is " + maxTotal);
    require(
        refillParallelism >= 1,
        "refill-parallelism",
        refillParallelism,
        "make at least 1 at a time");
    require(refillRate >= 0, "refill-rate", refillRate, "give 0 for no limit, or more a minute");
  }

  /** The most warm sandboxes that demand can ask for. */
  public int ceiling() {
    return maxIdle.orElse(minIdle);
  }

  /**
   * The sizes after a change.
   *
   * @throws InvalidValueException if they cannot work together; it names the member of the change
   */
  PoolSizes with(PoolChange change) {
    try {
      return new PoolSizes(
          change.minIdle().orElse(minIdle),
          change.maxIdle().map(OptionalInt::of).orElse(maxIdle),
          change.maxTotal().orElse(maxTotal),
          change.maxPerTenant().orElse(maxPerTenant),
          change.refillParallelism().orElse(refillParallelism),
          change.refillRate().orElse(refillRate));
    } catch (InvalidValueException e) {
      throw e.under(member(e.field()));
    }
  }

  /** {@code minIdle} for {@code sandpool.pool.min-idle}. */
  private static String member(String key) {
    return NEXT_WORD
        .matcher(key.substring(PREFIX.length()))
        .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
  }

  private static void require(boolean holds, String key, Object value, String cure) {
    if (!holds) {
      throw new InvalidValueException(PREFIX + key, value, cure);
    }
  }
}
