package dev.sandpool.kubernetes.claim.connect;

import java.net.Proxy;
import java.time.Duration;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;

/** HTTP clients as calls to sandboxes need them. */
final class HttpClients {

  private static final int MOST_CALLS = 2_000;

  private HttpClients() {}

  /**
   * One that does nothing on its own: OkHttp would send a POST again on a new connection when one
   * broke under it, and what a redirect leads to is not the sandbox.
   */
  static OkHttpClient.Builder plain() {
    return strict(new OkHttpClient.Builder()).proxy(Proxy.NO_PROXY);
  }

  static OkHttpClient.Builder strict(OkHttpClient.Builder builder) {
    Dispatcher dispatcher = new Dispatcher();
    dispatcher.setMaxRequests(MOST_CALLS);
    dispatcher.setMaxRequestsPerHost(MOST_CALLS);
    return builder
        .dispatcher(dispatcher)
        .retryOnConnectionFailure(false)
        .followRedirects(false)
        .followSslRedirects(false)
        .connectTimeout(Duration.ofSeconds(5));
  }

  static void close(OkHttpClient http) {
    http.dispatcher().cancelAll();
    http.dispatcher().executorService().shutdown();
    http.connectionPool().evictAll();
  }
}
