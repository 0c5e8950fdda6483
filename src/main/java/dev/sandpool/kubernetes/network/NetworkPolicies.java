package dev.sandpool.kubernetes.network;

import dev.sandpool.SandboxStartException;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.Cluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.NetworkingV1Api;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the NetworkPolicies that sandboxes live under, and looks at them again before each Pod.
 *
 * <p>A policy stands before the first Pod that it is for, which carries its label from birth: there
 * is no moment without it, and nothing is left over when a Pod goes.
 */
public final class NetworkPolicies {

  private static final Map<String, String> LABELS =
      Map.of("app.kubernetes.io/managed-by", "sandpool");

  private final NetworkingV1Api api;

  /** Uses the connection; does not close it. */
  public NetworkPolicies(Cluster cluster) {
    api = new NetworkingV1Api(cluster.client());
  }

  /**
   * Makes a policy, or checks that it still says what it did. Blocks for a call or two.
   *
   * @throws SandboxStartException if it can't be read or made, or was changed: no Pod may be made
   */
  public void ensure(String namespace, SandboxPolicy policy) {
    try {
      Optional<V1NetworkPolicy> found = read(namespace, policy);
      check(namespace, policy, found.isPresent() ? found.get() : create(namespace, policy));
    } catch (ApiException e) {
      throw new SandboxStartException(
          "No sandbox is made without its NetworkPolicy %s/%s: %s"
              .formatted(namespace, policy.name(), ApiErrors.describe(e)),
          e);
    }
  }

  private Optional<V1NetworkPolicy> read(String namespace, SandboxPolicy policy)
      throws ApiException {
    try {
      return Optional.of(api.readNamespacedNetworkPolicy(policy.name(), namespace).execute());
    } catch (ApiException e) {
      if (ApiErrors.notFound(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private V1NetworkPolicy create(String namespace, SandboxPolicy policy) throws ApiException {
    V1NetworkPolicy model =
        new V1NetworkPolicy()
            .metadata(new V1ObjectMeta().name(policy.name()).labels(LABELS))
            .spec(policy.spec());
    try {
      return api.createNamespacedNetworkPolicy(namespace, model).execute();
    } catch (ApiException e) {
      if (e.getCode() != 409) {
        throw e;
      }
      // Another replica was first.
      return read(namespace, policy).orElseThrow(() -> e);
    }
  }

  private static void check(String namespace, SandboxPolicy policy, V1NetworkPolicy found) {
    if (!policy.is(found.getSpec())) {
      throw new SandboxStartException(
          "The NetworkPolicy %s/%s was changed and does not cut sandboxes off as it should, so none is"
                  .formatted(namespace, policy.name())
              + " made; delete it, and Sandpool makes it anew");
    }
  }
}
