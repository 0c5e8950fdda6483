package dev.sandpool.kubernetes.raw;

import com.google.gson.JsonObject;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Holds a whole Pod to the <em>restricted</em> Pod Security Standard, before it is sent.
 *
 * <p>A namespace that enforces the standard would refuse it too; this holds in every other one.
 */
final class RestrictedCheck {

  private static final Set<String> PROFILES = Set.of("RuntimeDefault", "Localhost");

  private RestrictedCheck() {}

  /** What breaks the standard, with the path of the field. */
  static Stream<BrokenRule> broken(JsonObject pod) {
    Stream<BrokenRule> loose = LooseningRules.ALL.stream().flatMap(rule -> rule.broken(pod));
    Stream<BrokenRule> missing =
        LooseningRules.CONTAINER_LISTS.stream()
            .flatMap(list -> FoundField.find(pod, "spec." + list + "[]").stream())
            .flatMap(container -> missing(pod, container));
    return Stream.of(loose, token(pod).stream(), missing).flatMap(broken -> broken);
  }

  private static Optional<BrokenRule> token(JsonObject pod) {
    String path = "spec.automountServiceAccountToken";
    return needed(path, has(pod, path, Set.of("false")), "it must be false");
  }

  private static Stream<BrokenRule> missing(JsonObject pod, FoundField container) {
    JsonObject own = container.value().getAsJsonObject();
    String context = "securityContext.";
    String path = container.path() + "." + context;
    boolean confined =
        has(own, context + "seccompProfile.type", PROFILES)
            || has(pod, "spec.securityContext.seccompProfile.type", PROFILES);
    return Stream.of(
            needed(
                path + "allowPrivilegeEscalation",
                has(own, context + "allowPrivilegeEscalation", Set.of("false")),
                "it must be false"),
            needed(
                path + "runAsNonRoot",
                has(own, context + "runAsNonRoot", Set.of("true")),
                "it must be true"),
            needed(
                path + "capabilities.drop",
                has(own, context + "capabilities.drop[]", Set.of("ALL")),
                "it must have ALL"),
            needed(path + "seccompProfile.type", confined, "it must be RuntimeDefault"))
        .flatMap(Optional::stream);
  }

  private static boolean has(JsonObject root, String pattern, Set<String> values) {
    return FoundField.find(root, pattern).stream()
        .anyMatch(field -> values.contains(JsonTrees.shown(field.value())));
  }

  private static Optional<BrokenRule> needed(String path, boolean holds, String cure) {
    return holds ? Optional.empty() : Optional.of(new BrokenRule(path, null, cure));
  }
}
