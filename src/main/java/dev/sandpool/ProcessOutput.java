package dev.sandpool;

import java.util.Objects;

/**
 * A piece of what a background process has printed, both streams in one.
 *
 * @param bytes the piece; not to be changed
 * @param nextOffset where the next piece begins
 * @param ended whether the process has ended and this is the last piece
 */
public record ProcessOutput(byte[] bytes, long nextOffset, boolean ended) {

  /** Checks that the bytes are there. */
  public ProcessOutput {
    Objects.requireNonNull(bytes, "bytes");
  }
}
