package dev.sandpool.files;

import dev.sandpool.OutputChunk.Stream;
import dev.sandpool.backend.exec.ByteSink;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Hands a command's standard output from the transport's thread to the caller's, so that whatever
 * the caller's stream throws ends up with the caller. Little is held: a slow caller slows the
 * command. Of standard error the end is kept.
 */
final class Handoff implements ByteSink {

  private static final int HELD_BYTES = 256 * 1024;

  private final Deque<byte[]> chunks = new ArrayDeque<>();
  private final Words words = new Words();
  private int held;
  private boolean ended;

  @Override
  public synchronized void accept(Stream stream, byte[] bytes) {
    if (stream == Stream.STDERR) {
      words.add(bytes);
      return;
    }
    try {
      while (held >= HELD_BYTES && !ended) {
        wait();
      }
    } catch (InterruptedException e) {
      // The transport shuts down; the command's end will say so.
      Thread.currentThread().interrupt();
      ended = true;
    }
    if (!ended) {
      chunks.add(bytes);
      held += bytes.length;
      notifyAll();
    }
  }

  /** Nothing more comes, or nothing more is wanted. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** Writes everything until {@link #end}. */
  void drainTo(OutputStream target) throws IOException, InterruptedException {
    for (byte[] chunk = take(); chunk.length > 0; chunk = take()) {
      target.write(chunk);
    }
  }

  /** What the command said on standard error. */
  synchronized String words() {
    return words.text();
  }

  private synchronized byte[] take() throws InterruptedException {
    while (chunks.isEmpty() && !ended) {
      wait();
    }
    byte[] chunk = chunks.isEmpty() ? new byte[0] : chunks.remove();
    held -= chunk.length;
    notifyAll();
    return chunk;
  }
}
