package dev.sandpool.kubernetes.claim.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways that can't work are refused at the start, by the key. */
class ConnectionSettingsTest {

  private static final Optional<Path> FILE = Optional.of(Path.of("/file.pem"));

  @ParameterizedTest
  @ValueSource(
      strings = {"ftp://router", "router:8080", "http:///path", "http://u@router", "http://r?q=1"})
  void uselessAddressIsRefused(String url) {
    assertThatThrownBy(() -> direct(url, Map.of(), Optional.empty()))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("sandpool.claim.direct-url");
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-Sandbox-ID", "x-sandbox-pod-ip", "X-SANDBOX-ANYTHING"})
  void routersOwnHeadersAreRefused(String header) {
    assertThatThrownBy(() -> direct("http://router", Map.of(header, "secret"), Optional.empty()))
        .hasMessageContaining("sandpool.claim.direct-headers")
        .hasMessageContaining(header)
        .hasMessageNotContaining("secret");
  }

  @Test
  void certificatesNeedTls() {
    assertThatThrownBy(() -> direct("http://router", Map.of(), FILE))
        .hasMessageContaining("https://");
    assertThat(direct("https://router", Map.of(), FILE).ca()).isEqualTo(FILE);
  }

  @Test
  void certificateNeedsItsKey() {
    assertThatThrownBy(
            () ->
                new Direct(
                    Optional.of(URI.create("https://router")),
                    Map.of(),
                    Optional.empty(),
                    FILE,
                    Optional.empty()))
        .hasMessageContaining("sandpool.claim.direct-key");
  }

  @Test
  void wayNeedsItsPlace() {
    assertThatThrownBy(() -> settings(Way.GATEWAY))
        .hasMessageContaining("sandpool.claim.gateway-name");
    assertThatThrownBy(() -> settings(Way.DIRECT))
        .hasMessageContaining("sandpool.claim.direct-url");
    assertThat(settings(Way.IN_CLUSTER).routed()).isFalse();
  }

  @Test
  void oneKindOfTokenIsEnough() {
    assertThatThrownBy(() -> new Credentials(FILE, FILE))
        .hasMessageContaining("sandpool.claim.router-secret-file")
        .hasMessageContaining("sandpool.claim.router-token-file");
  }

  private static Direct direct(String url, Map<String, String> headers, Optional<Path> ca) {
    return new Direct(
        Optional.of(URI.create(url)), headers, ca, Optional.empty(), Optional.empty());
  }

  private static ConnectionSettings settings(Way way) {
    return new ConnectionSettings(
        way,
        new Tunnel(TunnelEnd.POD, "ns", "svc"),
        new Gateway("ns", Optional.empty(), Duration.ofSeconds(1)),
        new Direct(
            Optional.empty(), Map.of(), Optional.empty(), Optional.empty(), Optional.empty()),
        "cluster.local",
        new Credentials(Optional.empty(), Optional.empty()));
  }
}
