package dev.sandpool.kubernetes.raw;

import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Labels and annotations on sandbox Pods. Users' labels have the same prefix, without clashes. */
final class PodKeys {

  static final String PREFIX = "sandpool.dev/";
  static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  static final String SANDPOOL = "sandpool";
  static final String SELECTOR = MANAGED_BY + "=" + SANDPOOL;

  /** {@code warm} while nobody has the sandbox, then {@code active}. */
  static final String STATE = PREFIX + "state";

  static final String WARM = "warm";
  static final String ACTIVE = "active";

  /** Name of the specification. */
  static final String SPEC = PREFIX + "spec";

  /** What the deny-all policy selects. */
  static final String NETWORK = PREFIX + "network";

  static final String BLOCKED = "blocked";

  static final String NAME = "app.kubernetes.io/name";

  private PodKeys() {}

  /** Whether a label or annotation is Sandpool's to set, and nobody else's. */
  static boolean isReserved(String key) {
    return key.startsWith(PREFIX) || key.equals(MANAGED_BY) || key.equals(NAME);
  }

  /** The users' labels among all. */
  static Map<String, String> userLabels(V1ObjectMeta meta) {
    return labels(meta).entrySet().stream()
        .filter(label -> label.getKey().startsWith(PREFIX))
        .filter(label -> !label.getKey().equals(STATE))
        .filter(label -> !label.getKey().equals(SPEC))
        .filter(label -> !label.getKey().equals(NETWORK))
        .collect(
            Collectors.toMap(
                label -> label.getKey().substring(PREFIX.length()), Map.Entry::getValue));
  }

  static Map<String, String> labels(V1ObjectMeta meta) {
    return Optional.ofNullable(meta.getLabels()).orElse(Map.of());
  }
}
