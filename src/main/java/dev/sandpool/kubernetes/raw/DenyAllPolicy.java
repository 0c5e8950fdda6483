package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxStartException;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.Cluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.NetworkingV1Api;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1NetworkPolicySpec;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The NetworkPolicy that cuts every sandbox of the namespace off, in both directions.
 *
 * <p>One for the namespace, selected by a label that each sandbox Pod is born with: it stands
 * before the first Pod, there is no moment without it, and nothing is left over when a Pod goes.
 * Before each Pod it is looked at again. If it can't be read, made, or was changed, no Pod is made.
 */
final class DenyAllPolicy {

  static final String NAME = "sandpool-deny-all";

  private static final List<String> BOTH = List.of("Ingress", "Egress");
  private static final Map<String, String> SELECTED = Map.of(PodKeys.NETWORK, PodKeys.BLOCKED);

  private final NetworkingV1Api api;
  private final String namespace;

  DenyAllPolicy(Cluster cluster) {
    api = new NetworkingV1Api(cluster.client());
    namespace = cluster.namespace();
  }

  void ensure() {
    try {
      check(api.readNamespacedNetworkPolicy(NAME, namespace).execute());
    } catch (ApiException e) {
      if (!ApiErrors.notFound(e)) {
        throw failed(e);
      }
      create();
    }
  }

  private void create() {
    V1NetworkPolicy policy =
        new V1NetworkPolicy()
            .metadata(
                new V1ObjectMeta().name(NAME).labels(Map.of(PodKeys.MANAGED_BY, PodKeys.SANDPOOL)))
            .spec(
                new V1NetworkPolicySpec()
                    .podSelector(new V1LabelSelector().matchLabels(SELECTED))
                    .policyTypes(BOTH));
    try {
      api.createNamespacedNetworkPolicy(namespace, policy).execute();
    } catch (ApiException e) {
      // Another replica may have been first.
      if (e.getCode() != 409) {
        throw failed(e);
      }
    }
  }

  private void check(V1NetworkPolicy policy) {
    V1NetworkPolicySpec spec = policy.getSpec();
    boolean denies =
        spec != null
            && SELECTED.equals(spec.getPodSelector().getMatchLabels())
            && isEmpty(spec.getPodSelector().getMatchExpressions())
            && Set.copyOf(BOTH).equals(new HashSet<>(spec.getPolicyTypes()))
            && isEmpty(spec.getIngress())
            && isEmpty(spec.getEgress());
    if (!denies) {
      throw new SandboxStartException(
          "The NetworkPolicy %s/%s does not cut sandboxes off any more, so none is made; delete it,"
                  .formatted(namespace, NAME)
              + " and Sandpool makes it anew");
    }
  }

  private SandboxStartException failed(ApiException e) {
    return new SandboxStartException(
        "No sandbox is made without its NetworkPolicy %s/%s: %s"
            .formatted(namespace, NAME, ApiErrors.describe(e)),
        e);
  }

  private static boolean isEmpty(Collection<?> values) {
    return values == null || values.isEmpty();
  }
}
