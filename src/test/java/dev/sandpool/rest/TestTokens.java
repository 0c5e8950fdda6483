package dev.sandpool.rest;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** Issues tokens that the server accepts, and others that it must not. */
final class TestTokens {

  static final String ISSUER = "https://issuer.example.com";
  static final String AUDIENCE = "sandpool";

  private final KeyPair keys;

  TestTokens() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    keys = generator.generateKeyPair();
  }

  /** Writes the public key to where the server looks for it at its first token. */
  void publish(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        "-----BEGIN PUBLIC KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(keys.getPublic().getEncoded())
            + "\n-----END PUBLIC KEY-----\n");
  }

  /** A token of a tenant, in groups. */
  String of(String tenant, String... groups) throws GeneralSecurityException {
    return signed(claims(tenant, groups).build());
  }

  /** Claims of a good token, to be spoilt. */
  static JsonObjectBuilder claims(String tenant, String... groups) {
    return Json.createObjectBuilder()
        .add("iss", ISSUER)
        .add("aud", AUDIENCE)
        .add("sub", "user-of-" + tenant)
        .add("upn", "user-of-" + tenant)
        .add("jti", Long.toString(System.nanoTime()))
        .add("iat", Instant.now().getEpochSecond())
        .add("exp", Instant.now().getEpochSecond() + 600)
        .add("tenant", tenant)
        .add("groups", Json.createArrayBuilder(Arrays.asList(groups)));
  }

  String signed(JsonObject claims) throws GeneralSecurityException {
    String text = base64("{\"alg\":\"RS256\",\"typ\":\"JWT\"}") + "." + base64(claims.toString());
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(keys.getPrivate());
    signature.update(text.getBytes(StandardCharsets.US_ASCII));
    return text + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
  }

  /** The same claims without a signature, which says so. */
  static String unsigned(JsonObject claims) {
    return base64("{\"alg\":\"none\",\"typ\":\"JWT\"}") + "." + base64(claims.toString()) + ".";
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
