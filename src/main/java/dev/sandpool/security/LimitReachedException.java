package dev.sandpool.security;

import dev.sandpool.SandboxException;
import java.time.Duration;

/** A tenant has as much as it may have for now. Nothing was done; it may be tried again. */
public final class LimitReachedException extends SandboxException {

  private final Duration retryAfter;

  /**
   * Says which limit.
   *
   * @param setting the key of the limit
   * @param most what it is, with its unit
   * @param retryAfter when there is room again, as far as that is known
   */
  public LimitReachedException(String setting, String most, Duration retryAfter) {
    super(
        "limit_reached",
        "The tenant's limit of %s is reached (%s); try again a little later"
            .formatted(most, setting),
        null);
    this.retryAfter = retryAfter;
  }

  /** How long to wait; whole seconds, at least one. */
  public long retryAfterSeconds() {
    return Math.max(1, retryAfter.plusNanos(999_999_999).toSeconds());
  }
}
