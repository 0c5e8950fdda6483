package dev.sandpool.backend;

import java.security.SecureRandom;
import java.util.regex.Pattern;

/**
 * Identifiers of sandboxes: {@code sp-} and ten letters or digits. They are valid names of
 * Kubernetes objects, and hard to guess though no secret.
 */
public final class SandboxIds {

  private static final Pattern VALID = Pattern.compile("sp-[a-z0-9]{10}");
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int LENGTH = 10;
  private static final SecureRandom RANDOM = new SecureRandom();

  private SandboxIds() {}

  /** A new one. */
  public static String next() {
    StringBuilder id = new StringBuilder("sp-");
    for (int i = 0; i < LENGTH; i++) {
      id.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
    }
    return id.toString();
  }

  /** Whether a text can be an identifier at all. */
  public static boolean isValid(String id) {
    return VALID.matcher(id).matches();
  }
}
