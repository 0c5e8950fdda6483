package dev.sandpool.kubernetes.claim.connect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a router is shown. Files are read anew for each request, as mounted Secrets change.
 *
 * <p>A scoped token is for one sandbox: {@code v1.payload.signature}, both parts in URL-safe base64
 * without padding; the payload is JSON with {@code ns}, {@code name} and {@code exp}, the signature
 * HMAC-SHA256 over a fixed context and the encoded payload.
 */
final class RouterCredentials {

  private static final Duration LIFETIME = Duration.ofMinutes(10);
  private static final String CONTEXT = "agent-sandbox/scoped-token/v1.";
  private static final int SHORTEST_SECRET = 32;

  private final ConnectionSettings.Credentials settings;
  private final Clock clock;

  RouterCredentials(ConnectionSettings.Credentials settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /** Whether a router that gets these refuses to be told a Pod's address. */
  boolean bindToName() {
    return settings.scopeSecretFile().isPresent();
  }

  /** The header's value for a sandbox. */
  Optional<String> authorization(SandboxAddress address) throws IOException {
    if (settings.tokenFile().isPresent()) {
      return Optional.of("Bearer " + token(settings.tokenFile().get()));
    }
    if (settings.scopeSecretFile().isPresent()) {
      return Optional.of("Bearer " + scoped(settings.scopeSecretFile().get(), address));
    }
    return Optional.empty();
  }

  private static String token(Path file) throws IOException {
    String token = read(file, "sandpool.claim.router-token-file");
    if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new IOException(
          "sandpool.claim.router-token-file: " + file + " has no token; it needs one line of text");
    }
    return token;
  }

  private String scoped(Path file, SandboxAddress address) throws IOException {
    byte[] secret =
        read(file, "sandpool.claim.router-secret-file").getBytes(StandardCharsets.UTF_8);
    if (secret.length < SHORTEST_SECRET) {
      throw new IOException(
          "sandpool.claim.router-secret-file: "
              + file
              + " has less than "
              + SHORTEST_SECRET
              + " bytes; give the router's own secret");
    }
    // Names of Kubernetes objects need no escapes.
    String claims =
        "{\"ns\":\"%s\",\"name\":\"%s\",\"exp\":%d}"
            .formatted(
                address.namespace(),
                address.sandbox(),
                clock.instant().plus(LIFETIME).getEpochSecond());
    String payload = base64(claims.getBytes(StandardCharsets.UTF_8));
    return "v1." + payload + "." + base64(sign(secret, CONTEXT + payload));
  }

  private static byte[] sign(byte[] secret, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String read(Path file, String key) throws IOException {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new IOException(key + ": " + file + " cannot be read (" + e.getMessage() + ")", e);
    }
  }
}
