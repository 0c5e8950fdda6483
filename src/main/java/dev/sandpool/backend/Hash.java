package dev.sandpool.backend;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Short texts for long ones, alike in every process. */
public final class Hash {

  private Hash() {}

  /** The first bytes of a text's SHA-256, in hexadecimal digits. */
  public static String of(String text, int bytes) {
    return of(text.getBytes(StandardCharsets.UTF_8), bytes);
  }

  /** The first bytes of some bytes' SHA-256, in hexadecimal digits. */
  public static String of(byte[] content, int bytes) {
    return HexFormat.of().formatHex(sha256().digest(content), 0, bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
