package dev.sandpool.kubernetes.claim;

import com.google.gson.JsonObject;
import dev.sandpool.BackendUnavailableException;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.JsonPatch;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CustomObjectsApi;
import io.kubernetes.client.openapi.models.V1DeleteOptions;
import io.kubernetes.client.openapi.models.V1Preconditions;
import io.kubernetes.client.util.PatchUtils;
import java.util.Optional;
import okhttp3.Call;

/**
 * Calls for the objects of one kind in the cluster's namespace, read into records. Blocks.
 *
 * @param <T> the record; what it does not name is not read
 */
final class ObjectApi<T> {

  private final Cluster cluster;
  private final CustomObjectsApi api;
  private final String group;
  private final String version;
  private final String plural;
  private final Class<T> type;

  ObjectApi(Cluster cluster, String group, String version, String plural, Class<T> type) {
    this.cluster = cluster;
    this.group = group;
    this.version = version;
    this.plural = plural;
    this.type = type;
    api = new CustomObjectsApi(cluster.client());
  }

  String apiVersion() {
    return group + "/" + version;
  }

  T create(JsonObject object) throws ApiException {
    return execute(
        api.createNamespacedCustomObject(group, version, cluster.namespace(), plural, object)
            .buildCall(null));
  }

  /**
   * The object as it is now; empty when there is none of that name.
   *
   * @throws BackendUnavailableException if it can't be read
   */
  Optional<T> read(String name) {
    try {
      return Optional.of(
          execute(
              api.getNamespacedCustomObject(group, version, cluster.namespace(), plural, name)
                  .buildCall(null)));
    } catch (ApiException e) {
      if (ApiErrors.notFound(e)) {
        return Optional.empty();
      }
      throw new BackendUnavailableException(
          "%s %s cannot be read: %s".formatted(plural, name, ApiErrors.describe(e)), e);
    }
  }

  T patch(String name, JsonPatch patch) throws ApiException {
    return PatchUtils.patch(
        type,
        () ->
            api.patchNamespacedCustomObject(
                    group, version, cluster.namespace(), plural, name, patch.patch())
                .buildCall(null),
        V1Patch.PATCH_FORMAT_JSON_PATCH,
        cluster.client());
  }

  /** Deletes the object, where these hold of it. */
  void delete(String name, V1Preconditions conditions) throws ApiException {
    api.deleteNamespacedCustomObject(group, version, cluster.namespace(), plural, name)
        .body(new V1DeleteOptions().preconditions(conditions))
        .execute();
  }

  /** The request to list, or watch, those of a selector. */
  Call list(Selector selector, String from, Integer timeoutSeconds, boolean watch)
      throws ApiException {
    return api.listNamespacedCustomObject(group, version, cluster.namespace(), plural)
        .labelSelector(selector.labels())
        .fieldSelector(selector.fields())
        .resourceVersion(from)
        .timeoutSeconds(timeoutSeconds)
        .watch(watch)
        .buildCall(null);
  }

  private T execute(Call call) throws ApiException {
    return cluster.client().<T>execute(call, type).getData();
  }

  /**
   * Which of all; null for no condition.
   *
   * @param labels such as {@code app=web}
   * @param fields such as {@code metadata.name=web}
   */
  record Selector(String labels, String fields) {
    static Selector named(String name) {
      return new Selector(null, "metadata.name=" + name);
    }

    static Selector labelled(String labels) {
      return new Selector(labels, null);
    }
  }
}
