package dev.sandpool.kubernetes.raw;

import dev.sandpool.InvalidValueException;

/**
 * A field of a Pod that may not be as it is.
 *
 * @param path where it is, such as {@code spec.volumes[data].hostPath}
 * @param value what it has; null where it has none and must
 * @param cure what to do
 */
record BrokenRule(String path, String value, String cure) {

  /** The error for a field that somebody wrote. */
  InvalidValueException in(String setting) {
    return new InvalidValueException(setting + " " + path, value, cure);
  }
}
