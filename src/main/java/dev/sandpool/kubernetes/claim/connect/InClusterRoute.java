package dev.sandpool.kubernetes.claim.connect;

import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/** From inside the cluster: to the Pod's address while one is known, else to the Service's name. */
final class InClusterRoute implements Route {

  private final OkHttpClient http = HttpClients.plain().build();
  private final String clusterDomain;

  InClusterRoute(String clusterDomain) {
    this.clusterDomain = clusterDomain;
  }

  @Override
  public Target to(SandboxAddress address, int port) {
    String host =
        address
            .podIp()
            .orElseGet(
                () -> address.sandbox() + "." + address.namespace() + ".svc." + clusterDomain);
    return new Target(
        http,
        new HttpUrl.Builder().scheme("http").host(host).port(port).build(),
        new Headers.Builder().build());
  }

  @Override
  public boolean transparent() {
    return true;
  }

  @Override
  public void close() {
    HttpClients.close(http);
  }
}
