package dev.sandpool.kubernetes.raw;

import dev.sandpool.InvalidValueException;
import dev.sandpool.kubernetes.ClusterSettings;
import java.time.Duration;
import java.util.Set;

/**
 * How sandbox Pods are made.
 *
 * @param cluster where
 * @param imagePullPolicy {@code IfNotPresent}, {@code Always} or {@code Never}
 * @param runAsUser numeric user of every process, not 0
 * @param runAsGroup numeric group, also of the writable directories
 * @param maxLifetime after this the kubelet ends the Pod whatever happened to Sandpool; the net
 *     below every other clean-up
 */
public record RawSettings(
    ClusterSettings cluster,
    String imagePullPolicy,
    long runAsUser,
    long runAsGroup,
    Duration maxLifetime) {

  private static final Set<String> POLICIES = Set.of("IfNotPresent", "Always", "Never");

  /** Checks what Kubernetes would refuse later, or should. */
  public RawSettings {
    if (!POLICIES.contains(imagePullPolicy)) {
      throw new InvalidValueException(
          "sandpool.raw.image-pull-policy",
          imagePullPolicy,
          "give one of IfNotPresent, Always, Never");
    }
    if (runAsUser < 1) {
      throw new InvalidValueException(
          "sandpool.raw.run-as-user", runAsUser, "give a user other than root, such as 1000");
    }
    if (runAsGroup < 1) {
      throw new InvalidValueException(
          "sandpool.raw.run-as-group", runAsGroup, "give a group other than root, such as 1000");
    }
    if (maxLifetime.toSeconds() < 60) {
      throw new InvalidValueException(
          "sandpool.raw.max-lifetime", maxLifetime, "give a minute or more, such as 24h");
    }
  }
}
