package dev.sandpool.kubernetes.claim.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.BackendUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A router over TLS, with certificates on both sides. */
class DirectRouteTest {

  private static final SandboxAddress ADDRESS =
      new SandboxAddress("agents", "box", "box", Optional.of("10.0.0.7"));

  private final HeldCertificate authority =
      new HeldCertificate.Builder().certificateAuthority(0).build();
  private final MockWebServer server = new MockWebServer();
  @TempDir private Path directory;

  @BeforeEach
  void start() throws IOException {
    HeldCertificate own =
        new HeldCertificate.Builder()
            .signedBy(authority)
            .addSubjectAlternativeName("localhost")
            .build();
    HandshakeCertificates tls =
        new HandshakeCertificates.Builder()
            .heldCertificate(own)
            .addTrustedCertificate(authority.certificate())
            .build();
    server.useHttps(tls.sslSocketFactory());
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA"})
  void certificateOfTheClientIsShown(String algorithm) throws Exception {
    server.requireClientAuth();
    server.enqueue(new MockResponse.Builder().body("{}").build());
    HeldCertificate.Builder builder = new HeldCertificate.Builder().signedBy(authority);
    HeldCertificate client =
        algorithm.equals("EC") ? builder.ecdsa256().build() : builder.rsa2048().build();
    String key = algorithm.equals("EC") ? client.privateKeyPkcs8Pem() : client.privateKeyPkcs1Pem();

    int status =
        get(
            authority,
            Optional.of(file("client.pem", client.certificatePem())),
            Optional.of(file("client.key", key)));

    assertThat(status).isEqualTo(200);
    assertThat(server.takeRequest().getHandshake().peerCertificates())
        .contains(client.certificate());
  }

  @Test
  void routerThatWantsACertificateRefusesWhoHasNone() {
    server.requireClientAuth();

    assertThatThrownBy(() -> get(authority, Optional.empty(), Optional.empty()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void routerOfAnotherAuthorityIsNotTrusted() {
    HeldCertificate other = new HeldCertificate.Builder().certificateAuthority(0).build();

    assertThatThrownBy(() -> get(other, Optional.empty(), Optional.empty()))
        .hasRootCauseInstanceOf(GeneralSecurityException.class)
        .hasCauseInstanceOf(SSLException.class);
  }

  @Test
  void fileThatIsNoCertificateIsNamedBySetting() throws IOException {
    Path nonsense = file("nonsense.pem", "nonsense");

    assertThatThrownBy(() -> route(nonsense, Optional.of(nonsense), Optional.of(nonsense)))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("sandpool.claim.direct-ca");
  }

  private int get(HeldCertificate trusted, Optional<Path> certificate, Optional<Path> key)
      throws IOException {
    Route route = route(file("ca.pem", trusted.certificatePem()), certificate, key);
    try {
      SandboxHttp http = new SandboxHttp(route, () -> ADDRESS, 8888);
      return http.send(SandboxHttp.Ask.get("", Duration.ofSeconds(5), Duration.ZERO)).status();
    } finally {
      route.close();
    }
  }

  private Route route(Path ca, Optional<Path> certificate, Optional<Path> key) {
    String url = server.url("/").toString();
    ConnectionSettings settings = TestConnections.direct(url, ca, certificate, key);
    RouterCredentials none = new RouterCredentials(settings.credentials(), Clock.systemUTC());
    return new DirectRoute(settings.direct(), new RouterHeaders(none, Map.of()));
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }
}
