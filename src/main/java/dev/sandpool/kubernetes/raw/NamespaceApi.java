package dev.sandpool.kubernetes.raw;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxStartException;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.AsSeen;
import dev.sandpool.kubernetes.Cluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1DeleteOptions;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.List;
import java.util.Map;

/** The few API calls that sandboxes' own namespaces need. It touches no others. Blocks. */
final class NamespaceApi {

  private static final int DELETE_ATTEMPTS = 3;

  private final CoreV1Api api;
  private final String home;

  NamespaceApi(Cluster cluster) {
    api = new CoreV1Api(cluster.client());
    home = cluster.namespace();
  }

  /** Makes one; if that fails, nothing is left. */
  void create(V1Namespace namespace) {
    String name = namespace.getMetadata().getName();
    try {
      api.createNamespace(namespace).execute();
    } catch (ApiException e) {
      if (e.getCode() == 0) {
        // The request may have arrived though its answer did not.
        delete(name);
        throw new BackendUnavailableException(
            "The Kubernetes API failed while a namespace was made: " + ApiErrors.describe(e), e);
      }
      throw new SandboxStartException(
          "The cluster refused the namespace %s of a sandbox: %s"
              .formatted(name, ApiErrors.describe(e)),
          e);
    }
  }

  /** Those of this Sandpool's sandboxes that nobody is deleting yet. */
  List<V1Namespace> list() {
    try {
      return api.listNamespace().labelSelector(PodKeys.selector(home)).execute().getItems().stream()
          .filter(this::isOurs)
          .toList();
    } catch (ApiException e) {
      throw new BackendUnavailableException(
          "The namespaces of sandboxes cannot be listed: " + ApiErrors.describe(e), e);
    }
  }

  /**
   * Deletes a sandbox's namespace with all in it; the cluster does that in its own time.
   *
   * @return whether there was one, and it was this Sandpool's
   */
  boolean delete(String name) {
    try {
      for (int attempt = 1; attempt <= DELETE_ATTEMPTS; attempt++) {
        V1Namespace namespace = api.readNamespace(name).execute();
        if (!isOurs(namespace)) {
          return false;
        }
        if (deleteAsSeen(namespace)) {
          return true;
        }
      }
      throw new BackendUnavailableException(
          "Namespace " + name + " could not be deleted: it changes all the time");
    } catch (ApiException e) {
      if (ApiErrors.notFound(e)) {
        return false;
      }
      throw new BackendUnavailableException(
          "Namespace " + name + " cannot be read: " + ApiErrors.describe(e), e);
    }
  }

  /**
   * Deletes a namespace if it is still as it was seen.
   *
   * @return whether it was; not when it is gone, changed, or another one of that name
   */
  boolean deleteAsSeen(V1Namespace seen) {
    V1ObjectMeta meta = seen.getMetadata();
    try {
      api.deleteNamespace(meta.getName())
          .body(new V1DeleteOptions().preconditions(AsSeen.of(meta)))
          .execute();
      return true;
    } catch (ApiException e) {
      if (ApiErrors.goneOrAnother(e)) {
        return false;
      }
      throw new BackendUnavailableException(
          "Namespace %s could not be deleted: %s; it is tried again"
              .formatted(meta.getName(), ApiErrors.describe(e)),
          e);
    }
  }

  private boolean isOurs(V1Namespace namespace) {
    V1ObjectMeta meta = namespace.getMetadata();
    Map<String, String> labels = PodKeys.labels(meta);
    return meta.getDeletionTimestamp() == null
        && PodKeys.SANDPOOL.equals(labels.get(PodKeys.MANAGED_BY))
        && home.equals(labels.get(PodKeys.HOME))
        && meta.getName().equals(labels.get(PodKeys.SANDBOX));
  }
}
