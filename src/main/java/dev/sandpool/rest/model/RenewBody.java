package dev.sandpool.rest.model;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * How much time to give.
 *
 * @param ttlSeconds how long it may live from now; null for as long as it had, 0 for no such end
 */
@Schema(name = "RenewSandbox")
public record RenewBody(
    @Schema(
            description =
                "Seconds that it may live from now; may have a fraction. 0 for no such end, where the"
                    + " settings allow that; as many as it had unless given",
            minimum = "0")
        BigDecimal ttlSeconds) {

  /**
   * What it asks for.
   *
   * @throws dev.sandpool.InvalidValueException if the time is negative
   */
  public Optional<Duration> ttl() {
    return Seconds.fromZero(
        "ttlSeconds",
        ttlSeconds,
        "give seconds from 0; 0 is no such end, nothing is as many as it had");
  }
}
