package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxStartException;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.Cluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import java.util.Map;
import java.util.Set;

/** Puts into a sandbox's own namespace what bounds it, and what its Pod needs there. Blocks. */
final class NamespaceContents {

  private static final Set<String> REGISTRY_CREDENTIALS =
      Set.of("kubernetes.io/dockerconfigjson", "kubernetes.io/dockercfg");

  private final CoreV1Api api;
  private final String home;

  NamespaceContents(Cluster cluster) {
    api = new CoreV1Api(cluster.client());
    home = cluster.namespace();
  }

  /** The bounds come first, so that nothing was ever without them. */
  void fill(String namespace, NamespaceFactory bounds, PodOptions pod) {
    step(
        "the ResourceQuota of namespace " + namespace,
        () -> api.createNamespacedResourceQuota(namespace, bounds.quota()).execute());
    step(
        "the LimitRange of namespace " + namespace,
        () -> api.createNamespacedLimitRange(namespace, bounds.limitRange()).execute());
    pod.placement().serviceAccount().ifPresent(name -> account(namespace, name));
    pod.image().pullSecrets().forEach(name -> copySecret(namespace, name));
  }

  /** It is only a name for policies; nothing is ever granted to it, and no token is mounted. */
  private void account(String namespace, String name) {
    V1ServiceAccount account =
        new V1ServiceAccount().metadata(meta(name)).automountServiceAccountToken(false);
    step(
        "the ServiceAccount %s in namespace %s".formatted(name, namespace),
        () -> api.createNamespacedServiceAccount(namespace, account).execute());
  }

  /** Only credentials of a registry: no setting may lead another Secret out of its namespace. */
  private void copySecret(String namespace, String name) {
    String source = "the Secret %s/%s".formatted(home, name);
    V1Secret secret = step(source, () -> api.readNamespacedSecret(name, home).execute());
    if (!REGISTRY_CREDENTIALS.contains(secret.getType())) {
      throw new SandboxStartException(
          "No sandbox is made with %s: it has the type %s and no credentials of a registry; check"
                  .formatted(source, secret.getType())
              + " sandpool.raw.image-pull-secrets");
    }
    V1Secret copy =
        new V1Secret()
            .metadata(meta(name))
            .type(secret.getType())
            .data(secret.getData())
            .immutable(true);
    step(
        "the Secret %s/%s".formatted(namespace, name),
        () -> api.createNamespacedSecret(namespace, copy).execute());
  }

  private static V1ObjectMeta meta(String name) {
    return new V1ObjectMeta().name(name).labels(Map.of(PodKeys.MANAGED_BY, PodKeys.SANDPOOL));
  }

  private static <T> T step(String object, Call<T> call) {
    try {
      return call.execute();
    } catch (ApiException e) {
      throw new SandboxStartException(
          "No sandbox is made without %s: %s".formatted(object, ApiErrors.describe(e)), e);
    }
  }

  private interface Call<T> {
    T execute() throws ApiException;
  }
}
