package dev.sandpool.kubernetes.raw;

import dev.sandpool.InvalidValueException;
import dev.sandpool.kubernetes.ClusterSettings;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * How sandbox Pods are made.
 *
 * @param cluster where
 * @param maxLifetime after this the kubelet ends the Pod whatever happened to Sandpool; the net
 *     below every other clean-up
 * @param namespacePerSandbox whether each is in a namespace of its own, rather than all in the
 *     cluster settings' one
 * @param pod what they are like
 * @param named what those of some specifications are like instead, by the specification's name
 * @param isolation whether the cluster's network policies are tried
 */
public record RawSettings(
    ClusterSettings cluster,
    Duration maxLifetime,
    boolean namespacePerSandbox,
    PodOptions pod,
    Map<String, PodOptions> named,
    IsolationSettings isolation) {

  /** Copies, and checks what Kubernetes would refuse later, or should. */
  public RawSettings {
    if (maxLifetime.toSeconds() < 60) {
      throw new InvalidValueException(
          "sandpool.raw.max-lifetime", maxLifetime, "give a minute or more, such as 24h");
    }
    named = new TreeMap<>(named);
  }

  PodOptions pod(String spec) {
    return named.getOrDefault(spec, pod);
  }
}
