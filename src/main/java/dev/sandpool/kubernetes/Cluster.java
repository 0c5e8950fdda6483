package dev.sandpool.kubernetes;

import dev.sandpool.BackendUnavailableException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import okhttp3.OkHttpClient;

/**
 * A checked connection to one namespace of one cluster.
 *
 * @param client for API calls; shared by everything, since each client has threads of its own
 * @param namespace where sandboxes live
 */
public record Cluster(ApiClient client, String namespace) implements AutoCloseable {

  /**
   * Connects and asks for the Pods of the namespace, so that a wrong address, wrong credentials and
   * missing rights show now. Blocks for at most the connect and read timeouts, 10 seconds each.
   *
   * @throws BackendUnavailableException if the cluster can't be used; says why and what to do
   */
  public static Cluster connect(ClusterSettings settings) {
    Cluster cluster = new KubeconfigLoader(System::getenv).load(settings);
    try {
      new CoreV1Api(cluster.client()).listNamespacedPod(cluster.namespace()).limit(1).execute();
      return cluster;
    } catch (ApiException e) {
      cluster.close();
      throw new BackendUnavailableException(
          "The Kubernetes cluster at "
              + cluster.client().getBasePath()
              + " cannot be used: "
              + ApiErrors.describe(e),
          e);
    }
  }

  /** Drops idle connections and lets the client's threads end. */
  @Override
  public void close() {
    OkHttpClient http = client.getHttpClient();
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
  }
}
