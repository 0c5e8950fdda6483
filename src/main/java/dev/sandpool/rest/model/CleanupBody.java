package dev.sandpool.rest.model;

import dev.sandpool.CleanupRequest;
import java.math.BigDecimal;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What to clean up, beside what has expired.
 *
 * @param maxIdleSeconds also what was not used for so long; null for nothing more
 * @param dryRun whether only to tell; null for false
 */
@Schema(name = "CleanUp")
public record CleanupBody(
    @Schema(
            description =
                "Also destroys what was not used for so many seconds, whatever its own time; 0 is"
                    + " everything that nobody uses now. Unless given, only what has expired",
            minimum = "0")
        BigDecimal maxIdleSeconds,
    @Schema(description = "Only tells what would be destroyed", defaultValue = "false")
        Boolean dryRun) {

  /**
   * What it asks for.
   *
   * @throws dev.sandpool.InvalidValueException if the time is negative
   */
  public CleanupRequest toRequest() {
    return new CleanupRequest(
        Seconds.fromZero(
            "maxIdleSeconds",
            maxIdleSeconds,
            "give seconds from 0; 0 is everything that nobody uses now"),
        Optional.ofNullable(dryRun).orElse(false));
  }
}
