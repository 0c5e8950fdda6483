package dev.sandpool.kubernetes.raw;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxStartException;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.AsSeen;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.JsonPatch;
import dev.sandpool.kubernetes.LateArrival;
import dev.sandpool.kubernetes.ObjectName;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.V1DeleteOptions;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Preconditions;
import io.kubernetes.client.util.PatchUtils;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/** The few API calls that sandbox Pods need. Blocks. */
final class PodApi {

  private static final Logger LOG = System.getLogger(PodApi.class.getName());
  private static final int DELETE_ATTEMPTS = 3;

  private final Cluster cluster;
  private final CoreV1Api api;

  PodApi(Cluster cluster) {
    this.cluster = cluster;
    api = new CoreV1Api(cluster.client());
  }

  V1Pod create(String namespace, V1Pod pod) {
    try {
      return api.createNamespacedPod(namespace, pod).execute();
    } catch (ApiException e) {
      if (e.getCode() == 0) {
        // The request may have arrived though its answer did not.
        ObjectName name = new ObjectName(namespace, pod.getMetadata().getName());
        LateArrival.undo(() -> delete(name, Optional.empty()));
        throw new BackendUnavailableException(
            "The Kubernetes API failed while a Pod was made: " + ApiErrors.describe(e), e);
      }
      throw new SandboxStartException(
          "The cluster refused a sandbox Pod in namespace %s: %s"
              .formatted(namespace, ApiErrors.describe(e)),
          e);
    }
  }

  /** The Pod as it is now; empty when there is none of that name. */
  Optional<V1Pod> read(ObjectName name) {
    try {
      return Optional.of(api.readNamespacedPod(name.name(), name.namespace()).execute());
    } catch (ApiException e) {
      if (ApiErrors.notFound(e)) {
        return Optional.empty();
      }
      throw new BackendUnavailableException(
          "Pod " + name + " cannot be read: " + ApiErrors.describe(e), e);
    }
  }

  /** Changes a label of a Pod that nobody else has an eye on. */
  void relabel(ObjectName name, String label, String value) {
    try {
      patch(name, new JsonPatch().replace(JsonPatch.label(label), value));
    } catch (ApiException e) {
      throw new BackendUnavailableException(
          "Pod " + name + " cannot be changed: " + ApiErrors.describe(e), e);
    }
  }

  /** Changes a Pod, whole or not at all. */
  V1Pod patch(ObjectName name, JsonPatch patch) throws ApiException {
    return PatchUtils.patch(
        V1Pod.class,
        () -> api.patchNamespacedPod(name.name(), name.namespace(), patch.patch()).buildCall(null),
        V1Patch.PATCH_FORMAT_JSON_PATCH,
        cluster.client());
  }

  /**
   * Deletes a Pod.
   *
   * @param uid deletes only the Pod of that UID, never a later one of the same name
   * @return whether there was one
   */
  boolean delete(ObjectName name, Optional<String> uid) {
    V1DeleteOptions options = new V1DeleteOptions();
    uid.ifPresent(id -> options.preconditions(new V1Preconditions().uid(id)));
    return delete(name, options);
  }

  /**
   * Deletes a Pod if it still is as it was seen.
   *
   * @return whether it was; not when it changed, is gone, or is another one of that name
   */
  boolean deleteAsSeen(V1Pod seen) {
    ObjectName name = ObjectName.of(seen);
    return delete(name, new V1DeleteOptions().preconditions(AsSeen.of(seen.getMetadata())));
  }

  private boolean delete(ObjectName name, V1DeleteOptions options) {
    for (int attempt = 1; ; attempt++) {
      try {
        api.deleteNamespacedPod(name.name(), name.namespace()).body(options).execute();
        return true;
      } catch (ApiException e) {
        if (ApiErrors.goneOrAnother(e)) {
          return false;
        }
        if (attempt == DELETE_ATTEMPTS) {
          LOG.log(
              Level.WARNING,
              "Pod {0} could not be deleted ({1}); the kubelet ends it at its deadline",
              name,
              ApiErrors.describe(e));
          throw new BackendUnavailableException(
              "Pod " + name + " could not be deleted: " + ApiErrors.describe(e), e);
        }
      }
    }
  }

  /** The newest warning event of a Pod, as {@code reason: message}. */
  Optional<String> warning(ObjectName name) {
    try {
      return api
          .listNamespacedEvent(name.namespace())
          .fieldSelector("involvedObject.name=" + name.name() + ",type=Warning")
          .execute()
          .getItems()
          .stream()
          .reduce((first, second) -> second)
          .map(PodApi::words);
    } catch (ApiException e) {
      // Only an explanation is missing; but who could grant the right should hear of it.
      return Optional.of("cannot be read: " + ApiErrors.describe(e));
    }
  }

  private static String words(CoreV1Event event) {
    return event.getReason() + ": " + event.getMessage();
  }
}
