package dev.sandpool.kubernetes;

import com.google.gson.reflect.TypeToken;
import io.kubernetes.client.informer.ListerWatcher;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.util.CallGeneratorParams;
import io.kubernetes.client.util.Watch;
import io.kubernetes.client.util.Watchable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import okhttp3.Call;
import okhttp3.OkHttpClient;

/** Lists and watches the Pods of one label for an informer, and remembers whether that works. */
final class PodLister implements ListerWatcher<V1Pod, V1PodList> {

  private static final Logger LOG = System.getLogger(PodLister.class.getName());

  private final ApiClient client;
  private final OkHttpClient patient;
  private final CoreV1Api api;
  private final String namespace;
  private final String selector;
  private volatile Optional<String> trouble = Optional.empty();

  PodLister(Cluster cluster, String selector) {
    client = cluster.client();
    // A watch is silent for as long as nothing happens; only its own calls may wait without limit.
    patient = client.getHttpClient().newBuilder().readTimeout(Duration.ZERO).build();
    api = new CoreV1Api(client);
    this.namespace = cluster.namespace();
    this.selector = selector;
  }

  /** Why the last list or watch failed; empty when it did not. */
  Optional<String> trouble() {
    return trouble;
  }

  @Override
  public V1PodList list(CallGeneratorParams params) throws ApiException {
    try {
      // A list that works ends no trouble: the watch comes next, and may be what does not work.
      return api.listNamespacedPod(namespace)
          .labelSelector(selector)
          .resourceVersion(params.resourceVersion)
          .execute();
    } catch (ApiException e) {
      throw noted(e);
    }
  }

  @Override
  public Watchable<V1Pod> watch(CallGeneratorParams params) throws ApiException {
    try {
      Call call =
          api.listNamespacedPod(namespace)
              .labelSelector(selector)
              .resourceVersion(params.resourceVersion)
              .timeoutSeconds(params.timeoutSeconds)
              .watch(true)
              .buildCall(null);
      Watch<V1Pod> watch =
          Watch.createWatch(
              client,
              patient.newCall(call.request()),
              new TypeToken<Watch.Response<V1Pod>>() {}.getType());
      trouble = Optional.empty();
      return watch;
    } catch (ApiException e) {
      throw noted(e);
    }
  }

  /** Says it once; the informer tries again every second. */
  private ApiException noted(ApiException e) {
    Optional<String> now =
        Optional.of("The Kubernetes API cannot be watched: " + ApiErrors.describe(e));
    if (!now.equals(trouble)) {
      LOG.log(Level.WARNING, now.get());
    }
    trouble = now;
    return e;
  }
}
