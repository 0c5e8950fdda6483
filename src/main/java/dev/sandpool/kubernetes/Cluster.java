package dev.sandpool.kubernetes;

import dev.sandpool.BackendUnavailableException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import okhttp3.OkHttpClient;

/**
 * A checked connection to one namespace of one cluster.
 *
 * @param client for API calls; shared by everything, since each client has threads of its own
 * @param namespace where sandboxes live
 * @param clock the cluster's time
 */
public record Cluster(ApiClient client, String namespace, ServerClock clock)
    implements AutoCloseable {

  private static final int FORBIDDEN = 403;

  /** Reads the time from what the client is answered, from now on. */
  public static Cluster of(ApiClient client, String namespace) {
    return of(client, namespace, InstantSource.system());
  }

  /** The same on a machine with that clock. */
  static Cluster of(ApiClient client, String namespace, InstantSource machine) {
    ServerClock clock = new ServerClock(machine);
    client.setHttpClient(client.getHttpClient().newBuilder().addNetworkInterceptor(clock).build());
    return new Cluster(client, namespace, clock);
  }

  /**
   * Connects, and asks for the Pods of the namespace and for the rights that are needed, so that a
   * wrong address, wrong credentials and missing rights show now. Blocks for at most the connect
   * and read timeouts, 10 seconds each, and as long again for the rights.
   *
   * @param needed the rights, given the namespace; what is only useful and missing is logged
   * @throws BackendUnavailableException if the cluster can't be used; says why and what to do, and
   *     names every right that is missing
   */
  public static Cluster connect(ClusterSettings settings, Function<String, List<Right>> needed) {
    return connect(settings, needed, InstantSource.system());
  }

  /** The same on a machine with that clock. */
  public static Cluster connect(
      ClusterSettings settings, Function<String, List<Right>> needed, InstantSource machine) {
    Cluster cluster = load(settings, machine);
    try {
      cluster.check(needed.apply(cluster.namespace()));
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void check(List<Right> needed) {
    try {
      new CoreV1Api(client).listNamespacedPod(namespace).limit(1).execute();
    } catch (ApiException e) {
      if (e.getCode() == FORBIDDEN) {
        // This right may be one of several that are missing.
        require(needed);
      }
      throw new BackendUnavailableException(
          "The Kubernetes cluster at "
              + client.getBasePath()
              + " cannot be used: "
              + ApiErrors.describe(e),
          e);
    }
    require(needed);
  }

  /**
   * Prepares to connect, without a word to the cluster.
   *
   * @throws BackendUnavailableException if the kubeconfig can't be used; says why and what to do
   */
  public static Cluster load(ClusterSettings settings) {
    return load(settings, InstantSource.system());
  }

  /** The same on a machine with that clock. */
  public static Cluster load(ClusterSettings settings, InstantSource machine) {
    return new KubeconfigLoader(System::getenv, machine).load(settings);
  }

  /**
   * Asks whether rights are granted. What is only useful and missing is logged. Blocks for about
   * the connect and read timeouts at most.
   *
   * @throws BackendUnavailableException if one that is required is missing; names every one
   */
  public void require(List<Right> needed) {
    new AccessCheck(this).review(needed).settle();
  }

  /** Drops idle connections and lets the client's threads end. */
  @Override
  public void close() {
    OkHttpClient http = client.getHttpClient();
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
  }
}
