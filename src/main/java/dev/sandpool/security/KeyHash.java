package dev.sandpool.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What is kept of an API key: its SHA-256.
 *
 * <p>A slow, salted hash protects what people choose, by making each guess dear. Keys have 256
 * random bits ({@link KeyText} takes no others), which nobody can guess however fast the hash is;
 * and it is worked out for every request, also those of an attacker, so it has to be fast.
 */
public final class KeyHash {

  private static final String PREFIX = "sha256:";
  private static final Pattern FORM = Pattern.compile(PREFIX + "[0-9a-fA-F]{64}");

  private final byte[] hash;

  private KeyHash(byte[] hash) {
    this.hash = hash;
  }

  /**
   * Reads what {@link #toString} gave.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static KeyHash parse(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException("not a hash");
    }
    return new KeyHash(
        HexFormat.of().parseHex(text.substring(PREFIX.length()).toLowerCase(Locale.ROOT)));
  }

  static KeyHash of(String key) {
    return new KeyHash(Digests.sha256(key.getBytes(StandardCharsets.UTF_8)));
  }

  /** Compares in the same time wherever the two differ. */
  boolean matches(KeyHash other) {
    return MessageDigest.isEqual(hash, other.hash);
  }

  /** The form for settings. */
  @Override
  public String toString() {
    return PREFIX + HexFormat.of().formatHex(hash);
  }
}
