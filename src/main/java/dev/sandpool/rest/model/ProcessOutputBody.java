package dev.sandpool.rest.model;

import dev.sandpool.ProcessOutput;
import java.nio.charset.StandardCharsets;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A piece of a process's output as text.
 *
 * @param text whole characters; bytes that are not UTF-8 become U+FFFD
 * @param nextOffset where the next piece begins, in bytes
 * @param ended whether nothing can follow
 */
@Schema(name = "ProcessOutput")
public record ProcessOutputBody(String text, long nextOffset, boolean ended) {

  private static final int LONGEST_CHARACTER = 4;

  /** Leaves a character that the piece ends in the middle of to the next one. */
  public static ProcessOutputBody of(ProcessOutput output) {
    byte[] bytes = output.bytes();
    int unfinished = output.ended() ? 0 : unfinished(bytes);
    if (unfinished == bytes.length) {
      // A piece too small for its first character would be asked for again and again.
      unfinished = 0;
    }
    String text = new String(bytes, 0, bytes.length - unfinished, StandardCharsets.UTF_8);
    return new ProcessOutputBody(text, output.nextOffset() - unfinished, output.ended());
  }

  /** How many bytes at the end begin a character that needs more of them. */
  private static int unfinished(byte[] bytes) {
    for (int back = 1; back < LONGEST_CHARACTER && back <= bytes.length; back++) {
      int b = bytes[bytes.length - back] & 0xff;
      if (b >= 0xc0) {
        int needed = b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : 2;
        return needed > back ? back : 0;
      }
      if (b < 0x80) {
        return 0;
      }
    }
    return 0;
  }
}
