package dev.sandpool.kubernetes.claim.connect;

import java.io.IOException;
import java.util.Optional;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/** Through the address of a Gateway to a router. */
final class GatewayRoute implements Route {

  private final OkHttpClient http = HttpClients.strict(new OkHttpClient.Builder()).build();
  private final GatewayAddress gateway;
  private final RouterHeaders headers;

  GatewayRoute(GatewayAddress gateway, RouterHeaders headers) {
    this.gateway = gateway;
    this.headers = headers;
  }

  @Override
  public Target to(SandboxAddress address, int port) throws IOException {
    HttpUrl base = gateway.await();
    return new Target(http, base, headers.of(address, port));
  }

  @Override
  public void failed(Target target) {
    gateway.forget();
  }

  @Override
  public boolean transparent() {
    return false;
  }

  @Override
  public Optional<String> trouble() {
    return gateway.trouble();
  }

  @Override
  public void close() {
    HttpClients.close(http);
  }
}
