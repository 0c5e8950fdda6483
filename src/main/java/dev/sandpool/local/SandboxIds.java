package dev.sandpool.local;

import java.security.SecureRandom;

/** Makes identifiers that cannot be guessed and fit a host name. */
final class SandboxIds {

  private static final String SYMBOLS = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int LENGTH = 10;
  private static final SecureRandom RANDOM = new SecureRandom();

  private SandboxIds() {}

  static String next() {
    StringBuilder id = new StringBuilder("sp-");
    for (int i = 0; i < LENGTH; i++) {
      id.append(SYMBOLS.charAt(RANDOM.nextInt(SYMBOLS.length())));
    }
    return id.toString();
  }
}
