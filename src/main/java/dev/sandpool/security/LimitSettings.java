package dev.sandpool.security;

import dev.sandpool.InvalidValueException;

/**
 * What each tenant may have of one replica. 0 is no limit.
 *
 * @param requestsPerSecond requests in the long run
 * @param requestBurst requests at once, after a quiet while
 * @param maxExecs commands, event streams and terminals at the same time
 * @param transferPerMinute bytes of files in both directions together
 */
public record LimitSettings(
    int requestsPerSecond, int requestBurst, int maxExecs, long transferPerMinute) {

  /** No limits. */
  public static final LimitSettings NONE = new LimitSettings(0, 0, 0, 0);

  /**
   * Checks the numbers.
   *
   * @throws InvalidValueException if one is negative, or no burst could ever be had
   */
  public LimitSettings {
    requireNatural("sandpool.tenant.requests-per-second", requestsPerSecond);
    requireNatural("sandpool.tenant.request-burst", requestBurst);
    requireNatural("sandpool.tenant.max-execs", maxExecs);
    requireNatural("sandpool.tenant.transfer-per-minute", transferPerMinute);
    if (requestsPerSecond > 0 && requestBurst == 0) {
      throw new InvalidValueException(
          "sandpool.tenant.request-burst",
          requestBurst,
          "give at least 1, or 0 in sandpool.tenant.requests-per-second for no limit");
    }
  }

  private static void requireNatural(String key, long number) {
    if (number < 0) {
      throw new InvalidValueException(key, number, "give 0 for no limit, or more");
    }
  }
}
