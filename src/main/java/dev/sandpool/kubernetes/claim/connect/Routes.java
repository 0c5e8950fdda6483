package dev.sandpool.kubernetes.claim.connect;

import dev.sandpool.kubernetes.Cluster;
import java.time.Clock;
import java.util.Map;

/** Opens the way that the settings choose. */
public final class Routes {

  private Routes() {}

  /**
   * The way to the sandboxes of a cluster. Does not connect yet.
   *
   * @throws dev.sandpool.BackendUnavailableException if its certificates cannot be used
   */
  public static Route open(ConnectionSettings settings, Cluster cluster) {
    RouterCredentials credentials =
        new RouterCredentials(settings.credentials(), Clock.systemUTC());
    RouterHeaders headers = new RouterHeaders(credentials, Map.of());
    return switch (settings.way()) {
      case IN_CLUSTER -> new InClusterRoute(settings.clusterDomain());
      case GATEWAY -> new GatewayRoute(new GatewayAddress(cluster, settings.gateway()), headers);
      case DIRECT ->
          new DirectRoute(
              settings.direct(), new RouterHeaders(credentials, settings.direct().headers()));
      case TUNNEL -> tunnel(settings.tunnel(), cluster, headers);
    };
  }

  private static Route tunnel(
      ConnectionSettings.Tunnel tunnel, Cluster cluster, RouterHeaders headers) {
    PortForwards forwards = new PortForwards(cluster);
    return switch (tunnel.end()) {
      case POD -> new PodTunnelRoute(forwards);
      case ROUTER ->
          new RouterTunnelRoute(
              forwards,
              new RouterService(cluster, tunnel.routerNamespace(), tunnel.routerService()),
              headers);
    };
  }
}
