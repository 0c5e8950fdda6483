package dev.sandpool.kubernetes;

import dev.sandpool.InvalidValueException;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How the replicas of a service know of each other.
 *
 * @param instance the installation: replicas with the same one, in the same namespace, share their
 *     warm sandboxes
 * @param lease a replica that was not heard of for as long is gone, and what it kept is the others'
 */
public record ReplicaSettings(String instance, Duration lease) {

  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
  private static final Duration SHORTEST = Duration.ofSeconds(3);

  /** What the settings are unless given. */
  public static final ReplicaSettings DEFAULT =
      new ReplicaSettings("sandpool", Duration.ofSeconds(15));

  /** Checks that the instance can be a label, and that the lease can be renewed in time. */
  public ReplicaSettings {
    if (!LABEL.matcher(instance).matches()) {
      throw new InvalidValueException(
          "sandpool.instance", instance, "give up to 63 small letters, digits and inner dashes");
    }
    if (lease.compareTo(SHORTEST) < 0) {
      throw new InvalidValueException(
          "sandpool.replica.lease", lease, "give three seconds or more, such as 15s");
    }
  }
}
