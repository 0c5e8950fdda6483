package dev.sandpool.kubernetes.claim.connect;

import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/** Through the API server to the sandbox's own Pod. */
final class PodTunnelRoute implements Route {

  private final PortForwards forwards;
  private final OkHttpClient http;

  PodTunnelRoute(PortForwards forwards) {
    this.forwards = forwards;
    http = forwards.client();
  }

  @Override
  public Target to(SandboxAddress address, int port) {
    ForwardHost pod = new ForwardHost(address.namespace(), address.podName());
    return new Target(http, base(pod, port), new Headers.Builder().build());
  }

  static HttpUrl base(ForwardHost pod, int port) {
    return new HttpUrl.Builder().scheme("http").host(pod.name()).port(port).build();
  }

  @Override
  public boolean transparent() {
    return true;
  }

  @Override
  public void close() {
    HttpClients.close(http);
    forwards.close();
  }
}
