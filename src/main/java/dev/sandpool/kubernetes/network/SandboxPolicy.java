package dev.sandpool.kubernetes.network;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sandpool.backend.Hash;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1NetworkPolicySpec;
import java.util.List;
import java.util.Map;

/**
 * The NetworkPolicy of all Pods that reach the same.
 *
 * <p>Policies add up, so one Pod is selected by one of them, which is for both directions: what it
 * does not allow is denied. It is named by its content, so that replicas with different settings
 * live side by side, and a Pod's policy never changes under it.
 *
 * @param name of the policy
 * @param label value of {@link #LABEL} on the Pods that it is for
 * @param spec what it says
 */
public record SandboxPolicy(String name, String label, V1NetworkPolicySpec spec) {

  /** The label that every sandbox Pod is born with, and that its policy selects. */
  public static final String LABEL = "sandpool.dev/network";

  /** The policy of those that reach nothing. */
  public static final String DENY_ALL = "sandpool-deny-all";

  private static final String BLOCKED = "blocked";
  private static final List<String> BOTH = List.of("Ingress", "Egress");

  /** All of a policy is compared before it is relied on. */
  private static final int HASH_BYTES = 5;

  /** The policy for some options. */
  public static SandboxPolicy of(NetworkOptions options) {
    V1NetworkPolicySpec spec = new V1NetworkPolicySpec().policyTypes(BOTH);
    List<EgressRule> rules = options.rules();
    if (rules.isEmpty()) {
      return new SandboxPolicy(DENY_ALL, BLOCKED, selecting(spec, BLOCKED));
    }
    spec.egress(rules.stream().map(EgressRule::model).toList());
    String hash = Hash.of(tree(spec).toString(), HASH_BYTES);
    return new SandboxPolicy("sandpool-net-" + hash, hash, selecting(spec, hash));
  }

  /** Whether a policy of the cluster says the same, no more and no less. */
  boolean is(V1NetworkPolicySpec other) {
    return other != null && tree(other).equals(tree(spec));
  }

  private static V1NetworkPolicySpec selecting(V1NetworkPolicySpec spec, String label) {
    return spec.podSelector(new V1LabelSelector().matchLabels(Map.of(LABEL, label)));
  }

  private static JsonObject tree(V1NetworkPolicySpec spec) {
    JsonObject tree = JsonParser.parseString(JSON.serialize(spec)).getAsJsonObject();
    dropEmptyLists(tree);
    return tree;
  }

  /**
   * An empty list says what a missing one does. An empty object does not: it stands for everything.
   */
  private static void dropEmptyLists(JsonElement element) {
    if (element instanceof JsonObject object) {
      object
          .entrySet()
          .removeIf(field -> field.getValue() instanceof JsonArray list && list.isEmpty());
      object.entrySet().forEach(field -> dropEmptyLists(field.getValue()));
    } else if (element instanceof JsonArray list) {
      list.forEach(SandboxPolicy::dropEmptyLists);
    }
  }
}
