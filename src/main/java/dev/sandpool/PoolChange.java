package dev.sandpool;

import java.util.Optional;

/**
 * New sizes and rates for a pool that lives; what is empty stays as it is.
 *
 * @param minIdle least warm sandboxes
 * @param maxIdle most warm sandboxes
 * @param maxTotal most sandboxes in all; those beyond a smaller one live on until they are closed
 * @param maxPerTenant most sandboxes in the hands of a tenant, 0 for no limit
 * @param refillParallelism sandboxes made at the same time to refill
 * @param refillRate most sandboxes made in a minute to refill, 0 for no limit
 */
public record PoolChange(
    Optional<Integer> minIdle,
    Optional<Integer> maxIdle,
    Optional<Integer> maxTotal,
    Optional<Integer> maxPerTenant,
    Optional<Integer> refillParallelism,
    Optional<Integer> refillRate) {

  /** Changes nothing; to be added to. */
  public static final PoolChange NONE =
      new PoolChange(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /** Keeps at least so many warm. */
  public PoolChange withMinIdle(int count) {
    return new PoolChange(
        Optional.of(count), maxIdle, maxTotal, maxPerTenant, refillParallelism, refillRate);
  }

  /** Keeps at most so many warm. */
  public PoolChange withMaxIdle(int count) {
    return new PoolChange(
        minIdle, Optional.of(count), maxTotal, maxPerTenant, refillParallelism, refillRate);
  }

  /** Allows so many in all. */
  public PoolChange withMaxTotal(int count) {
    return new PoolChange(
        minIdle, maxIdle, Optional.of(count), maxPerTenant, refillParallelism, refillRate);
  }

  /** Allows a tenant so many. */
  public PoolChange withMaxPerTenant(int count) {
    return new PoolChange(
        minIdle, maxIdle, maxTotal, Optional.of(count), refillParallelism, refillRate);
  }

  /** Makes so many at the same time. */
  public PoolChange withRefillParallelism(int count) {
    return new PoolChange(minIdle, maxIdle, maxTotal, maxPerTenant, Optional.of(count), refillRate);
  }

  /** Makes at most so many in a minute. */
  public PoolChange withRefillRate(int count) {
    return new PoolChange(
        minIdle, maxIdle, maxTotal, maxPerTenant, refillParallelism, Optional.of(count));
  }
}
