package dev.sandpool.kubernetes.network;

import dev.sandpool.InvalidValueException;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1NetworkPolicyPeer;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Pods of this cluster by their labels.
 *
 * @param namespaces labels of their namespaces
 * @param pods labels of the Pods; empty for all Pods there
 */
record PodPeer(Map<String, String> namespaces, Map<String, String> pods) implements Peer {

  /** Every namespace carries its own name in this label; the API server sees to it. */
  private static final String NAME_LABEL = "kubernetes.io/metadata.name";

  private static final String ALL = "*";
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
  private static final Pattern KEY =
      Pattern.compile("([a-z0-9.-]{1,253}/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?");
  private static final Pattern VALUE =
      Pattern.compile("([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?");

  PodPeer {
    namespaces = new TreeMap<>(namespaces);
    pods = new TreeMap<>(pods);
  }

  /**
   * Reads both.
   *
   * @param pods {@code label=value}, more of them after {@code +}, or {@code *}
   * @param namespaces a namespace's name, or labels in the same way
   * @param whole what both are parts of, for the error
   */
  static PodPeer parse(String pods, String namespaces, String whole) {
    Map<String, String> where =
        NAME.matcher(namespaces).matches()
            ? Map.of(NAME_LABEL, namespaces)
            : labels(namespaces, whole);
    return new PodPeer(where, pods.equals(ALL) ? Map.of() : labels(pods, whole));
  }

  @Override
  public V1NetworkPolicyPeer model() {
    return new V1NetworkPolicyPeer()
        .namespaceSelector(new V1LabelSelector().matchLabels(namespaces))
        .podSelector(new V1LabelSelector().matchLabels(pods));
  }

  private static Map<String, String> labels(String text, String whole) {
    Map<String, String> labels = new TreeMap<>();
    for (String pair : text.split("\\+", -1)) {
      String[] parts = pair.split("=", 2);
      if (parts.length < 2
          || !KEY.matcher(parts[0]).matches()
          || !VALUE.matcher(parts[1]).matches()
          || labels.put(parts[0], parts[1]) != null) {
        throw refused(whole);
      }
    }
    return labels;
  }

  static InvalidValueException refused(String whole) {
    return new InvalidValueException(
        "service",
        whole,
        "give labels of Pods at a namespace, such as app=postgres@databases:5432 or"
            + " app=api+tier=web@team=blue:8080");
  }
}
