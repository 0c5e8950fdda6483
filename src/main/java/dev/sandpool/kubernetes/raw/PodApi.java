package dev.sandpool.kubernetes.raw;

import com.google.gson.Gson;
import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxStartException;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.Cluster;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The few API calls that sandbox Pods need. Blocks. */
final class PodApi {

  private static final Logger LOG = System.getLogger(PodApi.class.getName());
  private static final Gson GSON = new Gson();
  private static final int DELETE_ATTEMPTS = 3;

  private final Cluster cluster;
  private final CoreV1Api api;

  PodApi(Cluster cluster) {
    this.cluster = cluster;
    api = new CoreV1Api(cluster.client());
  }

  V1Pod create(V1Pod pod) {
    try {
      return api.createNamespacedPod(cluster.namespace(), pod).execute();
    } catch (ApiException e) {
      if (e.getCode() == 0) {
        // The request may have arrived though its answer did not.
        delete(pod.getMetadata().getName(), Optional.empty());
        throw new BackendUnavailableException(
            "The Kubernetes API failed while a Pod was made: " + ApiErrors.describe(e), e);
      }
      throw new SandboxStartException(
          "The cluster refused a sandbox Pod in namespace %s: %s"
              .formatted(cluster.namespace(), ApiErrors.describe(e)),
          e);
    }
  }

  /** The Pod as it is now; empty when there is none of that name. */
  Optional<V1Pod> read(String name) {
    try {
      return Optional.of(api.readNamespacedPod(name, cluster.namespace()).execute());
    } catch (ApiException e) {
      if (ApiErrors.notFound(e)) {
        return Optional.empty();
      }
      throw new BackendUnavailableException(
          "Pod " + name + " cannot be read: " + ApiErrors.describe(e), e);
    }
  }

  /**
   * Takes a warm Pod. The server compares and sets: of any number of callers, in any number of
   * processes, one succeeds.
   */
  V1Pod claim(String name, String uid, Map<String, String> labels) {
    List<Map<String, String>> patch = new ArrayList<>();
    patch.add(operation("test", "/metadata/uid", uid));
    patch.add(operation("test", labelPath(PodKeys.STATE), PodKeys.WARM));
    patch.add(operation("replace", labelPath(PodKeys.STATE), PodKeys.ACTIVE));
    labels.forEach(
        (label, value) -> patch.add(operation("add", labelPath(PodKeys.PREFIX + label), value)));
    try {
      return PatchUtils.patch(
          V1Pod.class,
          () ->
              api.patchNamespacedPod(name, cluster.namespace(), new V1Patch(GSON.toJson(patch)))
                  .buildCall(null),
          V1Patch.PATCH_FORMAT_JSON_PATCH,
          cluster.client());
    } catch (ApiException e) {
      if (ApiErrors.notFound(e) || e.getCode() == 422) {
        throw new SandboxLostException("Sandbox " + name + " is gone, or somebody else has it", e);
      }
      throw new BackendUnavailableException(
          "Sandbox " + name + " cannot be claimed: " + ApiErrors.describe(e), e);
    }
  }

  /**
   * Deletes a Pod.
   *
   * @param uid deletes only the Pod of that UID, never a later one of the same name
   * @return whether there was one
   */
  boolean delete(String name, Optional<String> uid) {
    V1DeleteOptions options = new V1DeleteOptions();
    uid.ifPresent(id -> options.preconditions(new V1Preconditions().uid(id)));
    for (int attempt = 1; ; attempt++) {
      try {
        api.deleteNamespacedPod(name, cluster.namespace()).body(options).execute();
        return true;
      } catch (ApiException e) {
        if (ApiErrors.notFound(e) || e.getCode() == 409) {
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
  Optional<String> warning(String name) {
    try {
      return api
          .listNamespacedEvent(cluster.namespace())
          .fieldSelector("involvedObject.name=" + name + ",type=Warning")
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

  private static Map<String, String> operation(String op, String path, String value) {
    return Map.of("op", op, "path", path, "value", value);
  }

  private static String labelPath(String label) {
    return "/metadata/labels/" + label.replace("~", "~0").replace("/", "~1");
  }
}
