package dev.sandpool.files;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** File names as text: UTF-8, and each byte that is not as a lone surrogate U+DC80 to U+DCFF. */
final class FileNames {

  private static final int ESCAPE = 0xDC00;

  private FileNames() {}

  static String decode(byte[] name) {
    // A new decoder reports what is malformed instead of replacing it.
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(name);
    CharBuffer out = CharBuffer.allocate(name.length);
    CoderResult result = decoder.decode(in, out, true);
    while (result.isError()) {
      for (int i = 0; i < result.length(); i++) {
        out.put((char) (ESCAPE + (in.get() & 0xFF)));
      }
      result = decoder.decode(in, out, true);
    }
    return out.flip().toString();
  }
}
