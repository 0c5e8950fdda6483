package dev.sandpool;

import java.util.Objects;

/**
 * A piece of a command's output.
 *
 * @param stream which of the two streams it came from
 * @param bytes exactly what the command wrote; not to be changed
 * @param text the characters that these bytes complete; one split between two chunks stands in the
 *     second
 */
public record OutputChunk(Stream stream, byte[] bytes, String text) {

  /** Checks that nothing is missing. */
  public OutputChunk {
    Objects.requireNonNull(stream, "stream");
    Objects.requireNonNull(bytes, "bytes");
    Objects.requireNonNull(text, "text");
  }

  /** A command's output streams. */
  public enum Stream {
    /** File descriptor 1. */
    STDOUT,
    /** File descriptor 2. */
    STDERR
  }
}
