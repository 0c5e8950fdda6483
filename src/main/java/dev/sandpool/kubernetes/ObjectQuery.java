package dev.sandpool.kubernetes;

import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import java.util.Optional;
import okhttp3.Call;

/**
 * Which objects to list and to watch, and what Java types they are read into.
 *
 * @param calls the request, without a client's limits
 * @param type of one object
 * @param listType of a list of them
 * @param <T> of one object
 * @param <L> of a list of them
 */
public record ObjectQuery<T, L>(Calls calls, Class<T> type, Class<L> listType) {

  /** Builds the request for a list or a watch. */
  @FunctionalInterface
  public interface Calls {
    /**
     * Builds one.
     *
     * @param version where to start; null for now
     * @param timeoutSeconds how long a watch may stay; null for the server's choice
     * @param watch whether to watch rather than to list
     */
    Call build(String version, Integer timeoutSeconds, boolean watch) throws ApiException;
  }

  /** The Pods of a namespace, or of all, that carry a label. */
  public static ObjectQuery<V1Pod, V1PodList> pods(
      Cluster cluster, Optional<String> namespace, String selector) {
    CoreV1Api api = new CoreV1Api(cluster.client());
    return new ObjectQuery<>(
        (version, timeoutSeconds, watch) ->
            namespace.isPresent()
                ? api.listNamespacedPod(namespace.get())
                    .labelSelector(selector)
                    .resourceVersion(version)
                    .timeoutSeconds(timeoutSeconds)
                    .watch(watch)
                    .buildCall(null)
                : api.listPodForAllNamespaces()
                    .labelSelector(selector)
                    .resourceVersion(version)
                    .timeoutSeconds(timeoutSeconds)
                    .watch(watch)
                    .buildCall(null),
        V1Pod.class,
        V1PodList.class);
  }
}
