package dev.sandpool.langchain4j;

import java.nio.charset.StandardCharsets;

/** Cuts text to a number of bytes. */
final class CutText {

  private CutText() {}

  /** As much of a text as has so many bytes in UTF-8; never half a character. */
  static String toBytes(String text, int most) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= most) {
      return text;
    }
    int end = most;
    while (end > 0 && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }
}
