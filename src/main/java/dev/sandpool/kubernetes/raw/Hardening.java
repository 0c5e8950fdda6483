package dev.sandpool.kubernetes.raw;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;

/**
 * What every sandbox Pod has, whatever else it is made of. Applied last, to every container; with
 * it a Pod meets the <em>restricted</em> Pod Security Standard.
 *
 * <p>It fills in and closes; what a template asks for beyond that was refused before, by {@link
 * LooseningRules}, so nothing that somebody wrote is dropped here without a word.
 */
final class Hardening {

  private static final List<String> HOST = List.of("hostNetwork", "hostPID", "hostIPC");

  private final SecurityOptions security;

  Hardening(SecurityOptions security) {
    this.security = security;
  }

  void apply(JsonObject pod) {
    JsonObject spec = JsonTrees.child(pod, "spec");
    spec.addProperty("automountServiceAccountToken", false);
    HOST.forEach(spec::remove);
    JsonObject context = filled(JsonTrees.of(security.context()), spec);
    context.addProperty("runAsNonRoot", true);
    LooseningRules.CONTAINER_LISTS.stream()
        .flatMap(list -> JsonTrees.items(spec, list))
        .forEach(container -> harden(container, context.get("seccompProfile").getAsJsonObject()));
  }

  private void harden(JsonObject container, JsonObject seccomp) {
    JsonObject usual = new JsonObject();
    usual.addProperty("readOnlyRootFilesystem", security.readOnlyRoot());
    usual.add("seccompProfile", seccomp);
    JsonObject context = filled(usual, container);
    context.addProperty("runAsNonRoot", true);
    context.addProperty("privileged", false);
    context.addProperty("allowPrivilegeEscalation", false);
    context.add("capabilities", none());
  }

  /** The security context of a Pod or container, with what it does not say itself. */
  private static JsonObject filled(JsonObject usual, JsonObject owner) {
    JsonObject own = JsonTrees.child(owner, "securityContext");
    usual
        .asMap()
        .forEach(
            (field, value) -> {
              if (!own.has(field) || own.get(field).isJsonNull()) {
                own.add(field, value.deepCopy());
              }
            });
    return own;
  }

  private static JsonObject none() {
    JsonArray all = new JsonArray();
    all.add("ALL");
    JsonObject capabilities = new JsonObject();
    capabilities.add("drop", all);
    return capabilities;
  }
}
