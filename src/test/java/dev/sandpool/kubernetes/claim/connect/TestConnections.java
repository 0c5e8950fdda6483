package dev.sandpool.kubernetes.claim.connect;

import dev.sandpool.kubernetes.claim.connect.ConnectionSettings.Credentials;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings.Direct;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings.Gateway;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings.Tunnel;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings.TunnelEnd;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings.Way;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Ways for tests. */
public final class TestConnections {

  private static final Credentials NONE = new Credentials(Optional.empty(), Optional.empty());
  private static final Tunnel TO_POD = new Tunnel(TunnelEnd.POD, "nowhere", "nothing");
  private static final Gateway NO_GATEWAY =
      new Gateway("nowhere", Optional.empty(), Duration.ofSeconds(1));

  private TestConnections() {}

  public static ConnectionSettings tunnelToPod() {
    return settings(Way.TUNNEL, TO_POD, NO_GATEWAY, Optional.empty(), NONE);
  }

  public static ConnectionSettings tunnelToRouter(String namespace, String service) {
    Tunnel tunnel = new Tunnel(TunnelEnd.ROUTER, namespace, service);
    return settings(Way.TUNNEL, tunnel, NO_GATEWAY, Optional.empty(), NONE);
  }

  public static ConnectionSettings gateway(String namespace, String name, Duration patience) {
    Gateway gateway = new Gateway(namespace, Optional.of(name), patience);
    return settings(Way.GATEWAY, TO_POD, gateway, Optional.empty(), NONE);
  }

  public static ConnectionSettings direct(String url) {
    return settings(Way.DIRECT, TO_POD, NO_GATEWAY, Optional.of(URI.create(url)), NONE);
  }

  /** To a router that wants a bearer token. */
  public static ConnectionSettings direct(String url, Path token) {
    Credentials credentials = new Credentials(Optional.of(token), Optional.empty());
    return settings(Way.DIRECT, TO_POD, NO_GATEWAY, Optional.of(URI.create(url)), credentials);
  }

  /** To a router that wants tokens for one sandbox each. */
  public static ConnectionSettings directScoped(String url, Path secret) {
    Credentials credentials = new Credentials(Optional.empty(), Optional.of(secret));
    return settings(Way.DIRECT, TO_POD, NO_GATEWAY, Optional.of(URI.create(url)), credentials);
  }

  /** To a router with a certificate of its own, which may want one of us too. */
  static ConnectionSettings direct(
      String url, Path ca, Optional<Path> certificate, Optional<Path> key) {
    Direct direct =
        new Direct(Optional.of(URI.create(url)), Map.of(), Optional.of(ca), certificate, key);
    return new ConnectionSettings(Way.DIRECT, TO_POD, NO_GATEWAY, direct, "cluster.local", NONE);
  }

  public static ConnectionSettings inCluster() {
    return settings(Way.IN_CLUSTER, TO_POD, NO_GATEWAY, Optional.empty(), NONE);
  }

  private static ConnectionSettings settings(
      Way way, Tunnel tunnel, Gateway gateway, Optional<URI> url, Credentials credentials) {
    Direct direct = new Direct(url, Map.of(), Optional.empty(), Optional.empty(), Optional.empty());
    return new ConnectionSettings(way, tunnel, gateway, direct, "cluster.local", credentials);
  }
}
