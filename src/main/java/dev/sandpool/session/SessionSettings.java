package dev.sandpool.session;

import dev.sandpool.InvalidValueException;
import java.time.Duration;
import java.util.Optional;

/**
 * How sandboxes are kept.
 *
 * @param rules for how long
 * @param redis where keys are kept; where the sandboxes are, unless given
 * @param interval how often those whose time is over are ended
 * @param runner who sees to that
 */
public record SessionSettings(
    TenureRules rules, Optional<RedisSettings> redis, Duration interval, Runner runner) {

  /** Who runs the reaper. */
  public enum Runner {
    /** A thread of Sandpool's own. */
    INTERNAL,
    /** A timer of the container, such as the service's. */
    TIMER,
    /** Nobody here: another replica, or a job of the cluster's. */
    OFF
  }

  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /** Checks the interval. */
  public SessionSettings {
    if (interval.compareTo(SHORTEST) < 0) {
      throw new InvalidValueException(
          "sandpool.reaper.interval", interval, "give a second or more, such as 30s");
    }
  }
}
