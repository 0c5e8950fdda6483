package dev.sandpool.kubernetes.raw;

import dev.sandpool.InvalidValueException;
import java.util.Map;

/**
 * What a sandbox's own namespace is like, where each has one.
 *
 * @param quota the most that all in it may have together, by the resource's name in a ResourceQuota
 * @param limits what its containers may ask for, and get when they ask for nothing, by the bound
 *     and the resource's name, such as {@code max.cpu}; the specification's requests and limits are
 *     what they get of resources that have no {@code default} or {@code defaultRequest} here
 * @param labels of the namespace, beside Sandpool's own
 * @param annotations of the namespace, beside Sandpool's own
 */
public record NamespaceOptions(
    Map<String, String> quota,
    Map<String, String> limits,
    Map<String, String> labels,
    Map<String, String> annotations) {

  /** The quota unless one is given: one Pod, and nothing that could lead others to it. */
  public static final String DEFAULT_QUOTA = "pods=1,services=0";

  /** What the settings are unless given. */
  public static final NamespaceOptions DEFAULT =
      new NamespaceOptions(Map.of("pods", "1", "services", "0"), Map.of(), Map.of(), Map.of());

  /** The labels that hold a namespace to a Pod Security Standard. */
  private static final String POD_SECURITY = "pod-security.kubernetes.io/";

  /** Copies, and keeps Sandpool's own keys for Sandpool. */
  public NamespaceOptions {
    quota = Map.copyOf(quota);
    limits = Map.copyOf(limits);
    labels = unreserved("sandpool.raw.namespace-labels", labels);
    annotations = unreserved("sandpool.raw.namespace-annotations", annotations);
  }

  private static Map<String, String> unreserved(String setting, Map<String, String> pairs) {
    pairs.keySet().stream()
        .filter(key -> PodKeys.isReserved(key) || key.startsWith(POD_SECURITY))
        .forEach(
            key -> {
              throw new InvalidValueException(
                  setting,
                  key,
                  "Sandpool sets this one, to find its namespaces and to keep them restricted;"
                      + " choose another key");
            });
    return Map.copyOf(pairs);
  }
}
