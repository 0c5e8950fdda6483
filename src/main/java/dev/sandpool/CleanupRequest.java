package dev.sandpool;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What to clean up, beside what has expired.
 *
 * @param maxIdle also destroys what was not used for this long, whatever its own time; empty for
 *     nothing more than what has expired
 * @param dryRun only tells what would be destroyed
 */
public record CleanupRequest(Optional<Duration> maxIdle, boolean dryRun) {

  /** What has expired. */
  public static final CleanupRequest EXPIRED = new CleanupRequest(Optional.empty(), false);

  /** Checks the time. */
  public CleanupRequest {
    Objects.requireNonNull(maxIdle, "maxIdle");
    maxIdle
        .filter(Duration::isNegative)
        .ifPresent(
            time -> {
              throw new InvalidValueException(
                  "maxIdle", time, "give a time from 0; 0 is everything that nobody uses now");
            });
  }

  /** Also what was not used for this long. */
  public static CleanupRequest idleFor(Duration time) {
    return new CleanupRequest(Optional.of(time), false);
  }

  /** The same, only told. */
  public CleanupRequest dry() {
    return new CleanupRequest(maxIdle, true);
  }
}
