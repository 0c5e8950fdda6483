package dev.sandpool.kubernetes.claim.connect;

import dev.sandpool.InvalidValueException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How connections reach claimed sandboxes.
 *
 * @param way which of the ways
 * @param tunnel for {@link Way#TUNNEL}
 * @param gateway for {@link Way#GATEWAY}
 * @param direct for {@link Way#DIRECT}
 * @param clusterDomain for {@link Way#IN_CLUSTER}: what names of Services end in
 * @param credentials what a router is shown
 */
public record ConnectionSettings(
    Way way,
    Tunnel tunnel,
    Gateway gateway,
    Direct direct,
    String clusterDomain,
    Credentials credentials) {

  /** A way. */
  public enum Way {
    /** Through the API server, to the sandbox's Pod or to a router's. */
    TUNNEL,
    /** Through the address of a Gateway, to a router. */
    GATEWAY,
    /** To a router at an address. */
    DIRECT,
    /** From inside the cluster, to the sandbox's Pod or Service. */
    IN_CLUSTER
  }

  /** Where a tunnel ends. */
  public enum TunnelEnd {
    /** At the sandbox's Pod. */
    POD,
    /** At a router, which goes on to the sandbox. */
    ROUTER
  }

  /**
   * A tunnel.
   *
   * @param end where it ends
   * @param routerNamespace where a router's Service is
   * @param routerService its name
   */
  public record Tunnel(TunnelEnd end, String routerNamespace, String routerService) {}

  /**
   * A Gateway of {@code gateway.networking.k8s.io/v1}.
   *
   * @param namespace where it is
   * @param name its name
   * @param patience how long it may take to get an address
   */
  public record Gateway(String namespace, Optional<String> name, Duration patience) {}

  /**
   * A router's address.
   *
   * @param url where it listens
   * @param headers what each request carries besides
   * @param ca certificates to trust, in PEM, instead of Java's own
   * @param certificate the client's certificate chain, in PEM
   * @param key its private key, in PEM
   */
  public record Direct(
      Optional<URI> url,
      Map<String, String> headers,
      Optional<Path> ca,
      Optional<Path> certificate,
      Optional<Path> key) {

    private static final String URL = "sandpool.claim.direct-url";

    /**
     * Checks that the parts fit.
     *
     * @throws InvalidValueException if they don't
     */
    public Direct {
      headers = Map.copyOf(headers);
      url.ifPresent(Direct::check);
      headers.keySet().forEach(Direct::check);
      boolean tls = ca.isPresent() || certificate.isPresent() || key.isPresent();
      if (tls && !url.map(URI::getScheme).equals(Optional.of("https"))) {
        throw new InvalidValueException(
            URL, url.orElse(null), "certificates need an address that begins with https://");
      }
      if (certificate.isPresent() != key.isPresent()) {
        throw new InvalidValueException(
            "sandpool.claim.direct-certificate",
            certificate.orElse(null),
            "give it together with sandpool.claim.direct-key");
      }
    }

    private static void check(URI url) {
      boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (!http || url.getHost() == null || url.getUserInfo() != null || url.getQuery() != null) {
        throw new InvalidValueException(
            URL,
            url.getUserInfo() == null ? url : "an address with a password",
            "give an address such as https://router.example.com, without user or query");
      }
    }

    private static void check(String header) {
      if (header.toLowerCase(Locale.ROOT).startsWith("x-sandbox-")) {
        throw new InvalidValueException(
            "sandpool.claim.direct-headers",
            header,
            "leave headers that begin with x-sandbox- to Sandpool, which tells the router by them"
                + " where to go");
      }
    }
  }

  /**
   * What a router is shown; at most one of them.
   *
   * @param tokenFile file with a bearer token
   * @param scopeSecretFile file with the secret that tokens for one sandbox each are signed with
   */
  public record Credentials(Optional<Path> tokenFile, Optional<Path> scopeSecretFile) {

    /**
     * Checks that there is at most one.
     *
     * @throws InvalidValueException if there are two
     */
    public Credentials {
      if (tokenFile.isPresent() && scopeSecretFile.isPresent()) {
        throw new InvalidValueException(
            "sandpool.claim.router-secret-file",
            scopeSecretFile.get(),
            "give either it or sandpool.claim.router-token-file");
      }
    }
  }

  /**
   * Checks that the chosen way has what it needs.
   *
   * @throws InvalidValueException if it lacks something
   */
  public ConnectionSettings {
    if (way == Way.GATEWAY && gateway.name().isEmpty()) {
      throw new InvalidValueException(
          "sandpool.claim.gateway-name", null, "sandpool.claim.connection=gateway needs it");
    }
    if (way == Way.DIRECT && direct.url().isEmpty()) {
      throw new InvalidValueException(
          "sandpool.claim.direct-url", null, "sandpool.claim.connection=direct needs it");
    }
  }

  /** Whether a router stands between. */
  public boolean routed() {
    return switch (way) {
      case TUNNEL -> tunnel.end() == TunnelEnd.ROUTER;
      case GATEWAY, DIRECT -> true;
      case IN_CLUSTER -> false;
    };
  }
}
