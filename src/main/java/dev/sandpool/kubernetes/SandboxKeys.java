package dev.sandpool.kubernetes;

import dev.sandpool.InvalidValueException;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Labels of the objects that stand for sandboxes, whatever their kind. Users' labels have the same
 * prefix, without clashes.
 */
public final class SandboxKeys {

  /** Of every label and annotation that is Sandpool's or its users'. */
  public static final String PREFIX = "sandpool.dev/";

  /** Who manages an object. */
  public static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  /** The value that says Sandpool does. */
  public static final String SANDPOOL = "sandpool";

  /** Selects what Sandpool manages. */
  public static final String SELECTOR = MANAGED_BY + "=" + SANDPOOL;

  /** {@link #STARTING} or {@link #WARM} while nobody has the sandbox, then {@link #ACTIVE}. */
  public static final String STATE = PREFIX + "state";

  /** Not set up and offered yet: nobody else's to take. */
  public static final String STARTING = "starting";

  /** In a pool. */
  public static final String WARM = "warm";

  /** In somebody's hands. */
  public static final String ACTIVE = "active";

  /** Name of the specification. */
  public static final String SPEC = PREFIX + "spec";

  /** The replica that keeps it in its pool, or that lent it. */
  public static final String HOLDER = PREFIX + "holder";

  /** The installation that the replica is of. */
  public static final String INSTANCE = PREFIX + "instance";

  /** What it was made from, in short: alike where one sandbox is as good as the other. */
  public static final String MADE_FROM = PREFIX + "made-from";

  /** Labels with the prefix that no kind of object gives to users. */
  public static final Set<String> OWN = Set.of(STATE, SPEC, HOLDER, INSTANCE, MADE_FROM);

  private SandboxKeys() {}

  /** An object's labels; none where it has none. */
  public static Map<String, String> labels(V1ObjectMeta meta) {
    return Optional.ofNullable(meta.getLabels()).orElse(Map.of());
  }

  /** What a label says; empty where there is none. */
  public static String label(V1ObjectMeta meta, String name) {
    return labels(meta).getOrDefault(name, "");
  }

  /** Whether an object is in a pool, or is to be. */
  public static boolean isInStock(V1ObjectMeta meta) {
    String state = label(meta, STATE);
    return WARM.equals(state) || STARTING.equals(state);
  }

  /** Whether an object is Sandpool's, and in somebody's hands. */
  public static boolean isActive(V1ObjectMeta meta) {
    Map<String, String> labels = labels(meta);
    return SANDPOOL.equals(labels.get(MANAGED_BY)) && ACTIVE.equals(labels.get(STATE));
  }

  /**
   * The label for a user's one.
   *
   * @param own labels that are not to be users'
   * @throws InvalidValueException if it would be one of those
   */
  public static String ofUser(String name, Set<String> own) {
    String label = PREFIX + name;
    if (own.contains(label)) {
      throw new InvalidValueException("labels", name, "Sandpool uses that name; choose another");
    }
    return label;
  }

  /**
   * The users' labels among all, without the prefix.
   *
   * @param own labels with the prefix that are not users'
   */
  public static Map<String, String> userLabels(V1ObjectMeta meta, Set<String> own) {
    return labels(meta).entrySet().stream()
        .filter(label -> label.getKey().startsWith(PREFIX))
        .filter(label -> !own.contains(label.getKey()))
        .collect(
            Collectors.toMap(
                label -> label.getKey().substring(PREFIX.length()), Map.Entry::getValue));
  }
}
