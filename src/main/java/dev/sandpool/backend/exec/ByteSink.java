package dev.sandpool.backend.exec;

import dev.sandpool.OutputChunk.Stream;

/** Takes a command's output. Calls for one command never overlap; a slow one slows the command. */
@FunctionalInterface
public interface ByteSink {

  /** Takes some bytes; the array is the sink's to keep. */
  void accept(Stream stream, byte[] bytes);
}
