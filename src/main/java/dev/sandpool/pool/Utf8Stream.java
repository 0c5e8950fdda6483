package dev.sandpool.pool;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Decodes one stream of UTF-8 that arrives in pieces; a character may span several of them. */
final class Utf8Stream {

  private static final int LONGEST_CHARACTER = 4;

  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private ByteBuffer pending = ByteBuffer.allocate(LONGEST_CHARACTER).flip();

  /** The characters that these bytes complete. */
  String decode(byte[] bytes, int length) {
    ByteBuffer input = ByteBuffer.allocate(pending.remaining() + length);
    input.put(pending).put(bytes, 0, length).flip();
    CharBuffer text = CharBuffer.allocate(input.remaining());
    decoder.decode(input, text, false);
    pending = input;
    return text.flip().toString();
  }

  /** How many bytes of an unfinished character are waiting for the rest. */
  int pending() {
    return pending.remaining();
  }

  /** What an unfinished character at the end becomes: U+FFFD, or nothing if there is none. */
  String finish() {
    CharBuffer text = CharBuffer.allocate(LONGEST_CHARACTER);
    decoder.decode(pending, text, true);
    decoder.flush(text);
    return text.flip().toString();
  }
}
