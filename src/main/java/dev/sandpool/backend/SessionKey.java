package dev.sandpool.backend;

import dev.sandpool.InvalidValueException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What a sandbox is kept under: a thread, a conversation or a user, of one tenant.
 *
 * <p>Two tenants may use the same text for a key without ever meeting: what is stored is a hash of
 * both, with their lengths, so no choice of characters makes one pair look like another.
 *
 * @param tenant whose key it is; empty where there are no tenants
 * @param text the key, as the caller gave it
 */
public record SessionKey(String tenant, String text) {

  private static final int MOST_BYTES = 1024;
  private static final int BYTES = 20;

  /** Checks the key. */
  public SessionKey {
    Objects.requireNonNull(tenant, "tenant");
    if (text == null || text.isEmpty()) {
      throw new InvalidValueException("key", text, "give the id of a conversation, thread or user");
    }
    if (utf8(text).length > MOST_BYTES) {
      throw new InvalidValueException("key", text, "give up to " + MOST_BYTES + " bytes");
    }
  }

  /** What it is stored under: 40 hexadecimal digits, fit for a label and a name. */
  public String hash() {
    byte[] first = utf8(tenant);
    byte[] second = utf8(text);
    ByteBuffer both = ByteBuffer.allocate(Integer.BYTES + first.length + second.length);
    return Hash.of(both.putInt(first.length).put(first).put(second).array(), BYTES);
  }

  private static byte[] utf8(String text) {
    try {
      // A lone surrogate would become '?', and two keys one.
      ByteBuffer bytes =
          StandardCharsets.UTF_8
              .newEncoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .encode(CharBuffer.wrap(text));
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      return copy;
    } catch (CharacterCodingException e) {
      throw new InvalidValueException("key", text, "give text that UTF-8 can write");
    }
  }
}
