package dev.sandpool.rest.model;

import dev.sandpool.InvalidValueException;
import dev.sandpool.PoolChange;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What to change of a pool; what is not given stays as it is.
 *
 * @param minIdle least to keep ready
 * @param maxIdle most to keep ready
 * @param maxTotal most in all
 * @param maxPerTenant most for a tenant
 * @param refillParallelism made at the same time
 * @param refillRate made in a minute
 */
@Schema(name = "ChangePool")
public record PoolChangeBody(
    @Schema(description = "Least kept ready, by all replicas together", minimum = "0") Long minIdle,
    @Schema(description = "Most that demand can make of it") Long maxIdle,
    @Schema(
            description = "Most in all; those beyond it live on until they are closed",
            minimum = "1")
        Long maxTotal,
    @Schema(description = "Most that a tenant may have; 0 for no limit", minimum = "0")
        Long maxPerTenant,
    @Schema(description = "Made at the same time to refill the pool", minimum = "1")
        Long refillParallelism,
    @Schema(description = "Most made in a minute to refill the pool; 0 for no limit", minimum = "0")
        Long refillRate) {

  private static final int MOST = 1_000_000;

  /** What it asks for. */
  public PoolChange toChange() {
    return new PoolChange(
        number("minIdle", minIdle),
        number("maxIdle", maxIdle),
        number("maxTotal", maxTotal),
        number("maxPerTenant", maxPerTenant),
        number("refillParallelism", refillParallelism),
        number("refillRate", refillRate));
  }

  private static Optional<Integer> number(String member, Long value) {
    if (value != null && Math.abs(value) > MOST) {
      throw new InvalidValueException(member, value, "give at most " + MOST);
    }
    return Optional.ofNullable(value).map(Long::intValue);
  }
}
