package dev.sandpool.kubernetes.claim;

import dev.sandpool.InvalidValueException;
import dev.sandpool.kubernetes.ClusterSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How sandboxes are claimed.
 *
 * @param cluster where
 * @param lease how long a claim outlives the process that holds or uses it; ten seconds or more
 * @param maxLifetime how long one lives at most, however often its lease was renewed
 * @param container of the Pods, that commands run in; empty where they have only one
 * @param claim what they are claimed from
 * @param named what those of some specifications are claimed from, by the specification's name
 */
public record ClaimSettings(
    ClusterSettings cluster,
    Duration lease,
    Duration maxLifetime,
    Optional<String> container,
    ClaimOptions claim,
    Map<String, ClaimOptions> named) {

  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(10);

  /** Copies, and checks that claims live long enough to be renewed. */
  public ClaimSettings {
    if (lease.compareTo(SHORTEST_LEASE) < 0) {
      throw new InvalidValueException(
          "sandpool.claim.lease", lease, "give ten seconds or more, such as 10m");
    }
    if (maxLifetime.compareTo(lease) < 0) {
      throw new InvalidValueException(
          "sandpool.claim.max-lifetime", maxLifetime, "give no less than sandpool.claim.lease");
    }
    named = new TreeMap<>(named);
  }

  ClaimOptions options(String spec) {
    return named.getOrDefault(spec, claim);
  }
}
