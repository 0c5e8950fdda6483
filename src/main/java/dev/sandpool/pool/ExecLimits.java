package dev.sandpool.pool;

import dev.sandpool.ExecRequest;
import dev.sandpool.InvalidValueException;
import java.time.Duration;

/**
 * What a command gets when its request does not say, and the most that it may ask for.
 *
 * @param defaultTimeout time for a command that names none
 * @param maxTimeout cap for one that does
 * @param defaultMaxOutputBytes output kept for a command that names no limit
 * @param maxOutputBytes cap for one that does; bounds the memory that one command may cost
 */
public record ExecLimits(
    Duration defaultTimeout, Duration maxTimeout, long defaultMaxOutputBytes, long maxOutputBytes) {

  /** Checks that the defaults are within the caps. */
  public ExecLimits {
    if (defaultTimeout.isNegative() || defaultTimeout.isZero()) {
      throw new InvalidValueException(
          "sandpool.exec.default-timeout", defaultTimeout, "give a time longer than zero");
    }
    if (defaultTimeout.compareTo(maxTimeout) > 0) {
      throw new InvalidValueException(
          "sandpool.exec.max-timeout",
          maxTimeout,
          "give at least sandpool.exec.default-timeout, which is " + defaultTimeout);
    }
    if (defaultMaxOutputBytes < 0 || defaultMaxOutputBytes > maxOutputBytes) {
      throw new InvalidValueException(
          "sandpool.exec.default-max-output",
          defaultMaxOutputBytes,
          "keep between 0 and sandpool.exec.max-output, which is " + maxOutputBytes);
    }
  }

  Duration timeout(ExecRequest request) {
    Duration asked = request.timeout().orElse(defaultTimeout);
    return asked.compareTo(maxTimeout) > 0 ? maxTimeout : asked;
  }

  long output(ExecRequest request) {
    return Math.min(request.maxOutputBytes().orElse(defaultMaxOutputBytes), maxOutputBytes);
  }
}
