package dev.sandpool.security;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An API key as its owner has it: {@code sandpool_} and 256 random bits. The prefix lets scanners
 * find one that was published by mistake.
 */
public final class KeyText {

  private static final String PREFIX = "sandpool_";
  private static final int BYTES = 32;
  private static final Pattern FORM = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");

  private final String text;

  private KeyText(String text) {
    this.text = text;
  }

  /** A new one. */
  public static KeyText random(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new KeyText(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** Reads one; empty for a text that never was one, so that nobody can choose a weak one. */
  public static Optional<KeyText> parse(String text) {
    return FORM.matcher(text).matches() ? Optional.of(new KeyText(text)) : Optional.empty();
  }

  /** The key itself; for its owner only. */
  public String secret() {
    return text;
  }

  /** What is kept of it. */
  public KeyHash hash() {
    return KeyHash.of(text);
  }

  /** Shows nothing of it. */
  @Override
  public String toString() {
    return PREFIX + "***";
  }
}
