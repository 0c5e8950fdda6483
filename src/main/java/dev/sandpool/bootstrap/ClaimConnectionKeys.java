package dev.sandpool.bootstrap;

import dev.sandpool.kubernetes.claim.connect.ConnectionSettings;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings.Credentials;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings.Direct;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings.Gateway;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings.Tunnel;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings.TunnelEnd;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings.Way;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The keys of mode {@code agent-sandbox} that say how commands reach what was claimed. */
final class ClaimConnectionKeys {

  private static final SettingType<Optional<Path>> FILE =
      SettingType.optional(SettingType.PATH).map(path -> path.map(Path::of));

  static final Setting<Way> CONNECTION =
      Setting.of(
          "sandpool.claim.connection",
          SettingType.oneOf(Way.class),
          "tunnel",
          "The way to sandboxes: `tunnel` through the API server, `gateway` and `direct` through a"
              + " sandbox-router, `in-cluster` to the Pod's address or the Service's name.");

  static final Setting<TunnelEnd> TUNNEL_TO =
      Setting.of(
          "sandpool.claim.tunnel-to",
          SettingType.oneOf(TunnelEnd.class),
          "pod",
          "Where a tunnel ends: at the sandbox's Pod, or at a sandbox-router's, which also serves"
              + " where the ports of Pods cannot be forwarded (gVisor, Kata).");

  static final Setting<String> ROUTER_NAMESPACE =
      Setting.of(
          "sandpool.claim.router-namespace",
          KubernetesTypes.NAME,
          "agent-sandbox-system",
          "Namespace of the sandbox-router that a tunnel ends at.");

  static final Setting<String> ROUTER_SERVICE =
      Setting.of(
          "sandpool.claim.router-service",
          KubernetesTypes.NAME,
          "sandbox-router-svc",
          "Service of that sandbox-router.");

  static final Setting<Optional<Path>> ROUTER_TOKEN_FILE =
      Setting.of(
          "sandpool.claim.router-token-file",
          FILE,
          "",
          "File with a bearer token for the router; read anew for each request.");

  static final Setting<Optional<Path>> ROUTER_SECRET_FILE =
      Setting.of(
          "sandpool.claim.router-secret-file",
          FILE,
          "",
          "File with the secret of a router that wants scoped tokens, 32 bytes or more. Each token is"
              + " for one sandbox and ten minutes; the router then goes by names, so sandboxes need"
              + " a Service.");

  static final Setting<String> GATEWAY_NAMESPACE =
      Setting.of(
          "sandpool.claim.gateway-namespace",
          KubernetesTypes.NAME,
          "default",
          "Namespace of the Gateway.");

  static final Setting<Optional<String>> GATEWAY_NAME =
      Setting.of(
          "sandpool.claim.gateway-name",
          SettingType.optional(KubernetesTypes.NAME),
          "",
          "Name of the Gateway (`gateway.networking.k8s.io/v1`) that leads to a sandbox-router.");

  static final Setting<Duration> GATEWAY_TIMEOUT =
      Setting.of(
          "sandpool.claim.gateway-timeout",
          SettingType.DURATION,
          "180s",
          "How long the Gateway may take to get an address.");

  static final Setting<Optional<URI>> DIRECT_URL =
      Setting.of(
          "sandpool.claim.direct-url",
          SettingType.optional(ConnectionTypes.URL),
          "",
          "Address of a sandbox-router, such as `https://router.example.com`.");

  static final Setting<Map<String, String>> DIRECT_HEADERS =
      new Setting<>(
          "sandpool.claim.direct-headers",
          ConnectionTypes.HEADERS,
          "",
          "More headers of each request to that address, such as `X-Team=blue`; none that begins with"
              + " `X-Sandbox-`.",
          true);

  static final Setting<Optional<Path>> DIRECT_CA =
      Setting.of(
          "sandpool.claim.direct-ca",
          FILE,
          "",
          "File with the certificates to trust at that address, in PEM; Java's own unless given.");

  static final Setting<Optional<Path>> DIRECT_CERTIFICATE =
      Setting.of(
          "sandpool.claim.direct-certificate",
          FILE,
          "",
          "File with a client certificate for that address, in PEM.");

  static final Setting<Optional<Path>> DIRECT_KEY =
      Setting.of("sandpool.claim.direct-key", FILE, "", "File with its private key (RSA), in PEM.");

  static final Setting<String> CLUSTER_DOMAIN =
      Setting.of(
          "sandpool.claim.cluster-domain",
          KubernetesTypes.NAME,
          "cluster.local",
          "What names of Services end in, for `in-cluster` where a Pod's address is not known.");

  static final Setting<RuntimeSettings.Kind> RUNTIME =
      Setting.of(
          "sandpool.claim.runtime",
          SettingType.oneOf(RuntimeSettings.Kind.class),
          "auto",
          "What starts commands in a sandbox: `sandboxd`, the `legacy` HTTP API, the cluster's own"
              + " `exec`, or whichever of the first two answers.");

  static final Setting<Boolean> EXEC_FALLBACK =
      Setting.of(
          "sandpool.claim.exec-fallback",
          SettingType.BOOLEAN,
          "false",
          "Whether the cluster's exec serves where no runtime answers within 5 s, and for terminals,"
              + " which the legacy runtime has not.");

  static final Setting<Integer> LEGACY_PORT =
      Setting.of(
          "sandpool.claim.legacy-port",
          ConnectionTypes.PORT,
          "8888",
          "Port of the legacy HTTP API.");

  static final Setting<Integer> REST_PORT =
      Setting.of(
          "sandpool.claim.sandboxd-rest-port",
          ConnectionTypes.PORT,
          "8080",
          "Port of sandboxd's HTTP API, which is asked for its health.");

  static final Setting<Integer> GRPC_PORT =
      Setting.of(
          "sandpool.claim.sandboxd-grpc-port",
          ConnectionTypes.PORT,
          "9090",
          "Port of sandboxd's gRPC services, which start commands.");

  private static final List<Setting<?>> WAYS =
      List.of(
          CONNECTION,
          TUNNEL_TO,
          ROUTER_NAMESPACE,
          ROUTER_SERVICE,
          ROUTER_TOKEN_FILE,
          ROUTER_SECRET_FILE,
          GATEWAY_NAMESPACE,
          GATEWAY_NAME,
          GATEWAY_TIMEOUT,
          DIRECT_URL,
          DIRECT_HEADERS,
          DIRECT_CA,
          DIRECT_CERTIFICATE,
          DIRECT_KEY,
          CLUSTER_DOMAIN);

  private static final List<Setting<?>> RUNTIMES =
      List.of(RUNTIME, EXEC_FALLBACK, LEGACY_PORT, REST_PORT, GRPC_PORT);

  static final List<Setting<?>> ALL =
      Stream.concat(WAYS.stream(), RUNTIMES.stream()).<Setting<?>>map(each -> each).toList();

  private ClaimConnectionKeys() {}

  static AccessSettings access(SettingsReader from) {
    ConnectionSettings connection = connection(from);
    RuntimeSettings runtime =
        new RuntimeSettings(
            from.read(RUNTIME),
            from.read(EXEC_FALLBACK),
            from.read(LEGACY_PORT),
            from.read(REST_PORT),
            from.read(GRPC_PORT));
    // Without the one there is nothing to check the other against; what is wrong is told already.
    return connection == null ? null : from.combine(() -> new AccessSettings(connection, runtime));
  }

  private static ConnectionSettings connection(SettingsReader from) {
    Way way = from.read(CONNECTION);
    Tunnel tunnel =
        new Tunnel(from.read(TUNNEL_TO), from.read(ROUTER_NAMESPACE), from.read(ROUTER_SERVICE));
    Gateway gateway =
        new Gateway(
            from.read(GATEWAY_NAMESPACE), from.read(GATEWAY_NAME), from.read(GATEWAY_TIMEOUT));
    Direct direct = direct(from);
    String domain = from.read(CLUSTER_DOMAIN);
    Credentials credentials = credentials(from);
    if (direct == null || credentials == null) {
      return null;
    }
    return from.combine(
        () -> new ConnectionSettings(way, tunnel, gateway, direct, domain, credentials));
  }

  private static Direct direct(SettingsReader from) {
    Optional<URI> url = from.read(DIRECT_URL);
    Map<String, String> headers = from.read(DIRECT_HEADERS);
    Optional<Path> ca = from.read(DIRECT_CA);
    Optional<Path> certificate = from.read(DIRECT_CERTIFICATE);
    Optional<Path> key = from.read(DIRECT_KEY);
    return from.combine(() -> new Direct(url, headers, ca, certificate, key));
  }

  private static Credentials credentials(SettingsReader from) {
    Optional<Path> token = from.read(ROUTER_TOKEN_FILE);
    Optional<Path> secret = from.read(ROUTER_SECRET_FILE);
    return from.combine(() -> new Credentials(token, secret));
  }
}
