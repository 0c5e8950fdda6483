package dev.sandpool.pool;

import dev.sandpool.OutputChunk.Stream;
import dev.sandpool.backend.exec.ByteSink;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Keeps the end of a command's output, of both streams as they came. */
final class OutputTail implements ByteSink {

  private final int most;
  private byte[] kept = {};

  OutputTail(int most) {
    this.most = most;
  }

  @Override
  public synchronized void accept(Stream stream, byte[] bytes) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(kept);
    all.writeBytes(bytes);
    byte[] joined = all.toByteArray();
    kept = Arrays.copyOfRange(joined, Math.max(joined.length - most, 0), joined.length);
  }

  /** What was kept, without blank space around it. */
  synchronized String text() {
    return new String(kept, StandardCharsets.UTF_8).strip();
  }
}
