package dev.sandpool.kubernetes.claim.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import okhttp3.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What routers are shown, and that nothing else is shown of it. */
class RouterCredentialsTest {

  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochSecond(1_000_000), ZoneOffset.UTC);
  private static final SandboxAddress ADDRESS =
      new SandboxAddress("team", "box", "pod", Optional.of("10.0.0.1"));

  @TempDir private Path directory;

  @Test
  void tokenIsReadAnew() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "first\n");
    RouterHeaders headers = headers(Optional.of(file), Optional.empty());
    assertThat(headers.of(ADDRESS, 1).get("Authorization")).isEqualTo("Bearer first");

    Files.writeString(file, "second");

    assertThat(headers.of(ADDRESS, 1).get("Authorization")).isEqualTo("Bearer second");
  }

  @Test
  void unusableTokenIsNamedButNotShown() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "sec ret\nvalue");
    RouterHeaders headers = headers(Optional.of(file), Optional.empty());

    assertThatThrownBy(() -> headers.of(ADDRESS, 1))
        .hasMessageContaining("sandpool.claim.router-token-file")
        .hasMessageNotContaining("ret");
  }

  @Test
  void missingFileIsNamed() {
    RouterHeaders headers = headers(Optional.of(directory.resolve("none")), Optional.empty());

    assertThatThrownBy(() -> headers.of(ADDRESS, 1))
        .hasMessageContaining("sandpool.claim.router-token-file")
        .hasMessageContaining("none");
  }

  @Test
  void scopedTokenIsForOneSandboxAndTenMinutes() throws Exception {
    String secret = "0123456789abcdef0123456789abcdef";
    Path file = Files.writeString(directory.resolve("secret"), secret + "\n");

    Headers headers = headers(Optional.empty(), Optional.of(file)).of(ADDRESS, 1);

    String[] parts = headers.get("Authorization").substring("Bearer ".length()).split("\\.", -1);
    assertThat(parts[0]).isEqualTo("v1");
    assertThat(new String(Base64.getUrlDecoder().decode(parts[1]), UTF_8))
        .isEqualTo("{\"ns\":\"team\",\"name\":\"box\",\"exp\":1000600}");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    byte[] expected = mac.doFinal(("agent-sandbox/scoped-token/v1." + parts[1]).getBytes(UTF_8));
    assertThat(Base64.getUrlDecoder().decode(parts[2])).isEqualTo(expected);
    assertThat(headers.get("X-Sandbox-Pod-IP")).isNull();
  }

  @Test
  void shortSecretIsRefused() throws IOException {
    Path file =
        Files.writeString(directory.resolve("secret"), "0123456789abcdef0123456789abcde \n");

    assertThatThrownBy(() -> headers(Optional.empty(), Optional.of(file)).of(ADDRESS, 1))
        .hasMessageContaining("sandpool.claim.router-secret-file")
        .hasMessageContaining("32 bytes")
        .hasMessageNotContaining("0123");
  }

  private static RouterHeaders headers(Optional<Path> token, Optional<Path> secret) {
    return new RouterHeaders(
        new RouterCredentials(new ConnectionSettings.Credentials(token, secret), CLOCK), Map.of());
  }
}
