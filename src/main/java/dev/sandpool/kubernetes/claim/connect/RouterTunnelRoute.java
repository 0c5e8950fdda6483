package dev.sandpool.kubernetes.claim.connect;

import java.io.IOException;
import java.util.Optional;
import okhttp3.OkHttpClient;

/** Through the API server to a router's Pod, which goes on to the sandbox. */
final class RouterTunnelRoute implements Route {

  private final PortForwards forwards;
  private final OkHttpClient http;
  private final RouterService service;
  private final RouterHeaders headers;

  RouterTunnelRoute(PortForwards forwards, RouterService service, RouterHeaders headers) {
    this.forwards = forwards;
    this.service = service;
    this.headers = headers;
    http = forwards.client();
  }

  @Override
  public Target to(SandboxAddress address, int port) throws IOException {
    RouterService.Place place = service.place();
    return new Target(
        http, PodTunnelRoute.base(place.pod(), place.port()), headers.of(address, port));
  }

  @Override
  public void failed(Target target) {
    service.forget();
  }

  @Override
  public boolean transparent() {
    return false;
  }

  @Override
  public Optional<String> trouble() {
    return service.trouble();
  }

  @Override
  public void close() {
    HttpClients.close(http);
    forwards.close();
  }
}
