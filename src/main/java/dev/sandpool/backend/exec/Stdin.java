package dev.sandpool.backend.exec;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.OptionalLong;

/**
 * What a command reads from standard input.
 *
 * @param source read to its end on a thread of the runner, not closed
 * @param length how much that is, when known
 */
public record Stdin(InputStream source, OptionalLong length) {

  /** These bytes. */
  public static Stdin of(byte[] bytes) {
    return new Stdin(new ByteArrayInputStream(bytes), OptionalLong.of(bytes.length));
  }

  /** All that a stream gives. */
  public static Stdin of(InputStream source) {
    return new Stdin(source, OptionalLong.empty());
  }
}
