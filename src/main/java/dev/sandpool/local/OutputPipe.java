package dev.sandpool.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Reads one output stream of a process, until its end or until it is let go. */
final class OutputPipe {

  private static final int BUFFER_BYTES = 32 * 1024;

  // More than a pipe holds: what a process wrote before it ended is within this.
  private static final long AFTER_EXIT_BYTES = 1024 * 1024;

  private final Path fifo;
  private final FileChannel reader;
  // Keeps both ends open until the process has its own; without it, opening would wait.
  private final FileChannel both;
  private final AtomicLong reads = new AtomicLong();
  private volatile boolean waiting;
  private volatile boolean processEnded;
  private long readsSeen = -1;

  private OutputPipe(Path fifo, FileChannel reader, FileChannel both) {
    this.fifo = fifo;
    this.reader = reader;
    this.both = both;
  }

  static OutputPipe open(Path fifo) throws IOException {
    FileChannel both = FileChannel.open(fifo, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      return new OutputPipe(fifo, FileChannel.open(fifo, StandardOpenOption.READ), both);
    } catch (IOException e) {
      both.close();
      throw e;
    }
  }

  /** What the process writes to. */
  ProcessBuilder.Redirect target() {
    return ProcessBuilder.Redirect.to(fifo.toFile());
  }

  /** The process has its end, or will never start: this side keeps only the reading end. */
  void connected() throws IOException {
    Files.deleteIfExists(fifo);
    both.close();
  }

  /** Hands on what arrives. Returns at the end of the stream, or soon after {@link #close}. */
  void drain(Consumer<byte[]> target) {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    try (reader) {
      long afterExit = 0;
      for (int n = read(buffer); n >= 0 && afterExit <= AFTER_EXIT_BYTES; n = read(buffer)) {
        afterExit += processEnded ? n : 0;
        target.accept(Arrays.copyOf(buffer.array(), n));
      }
    } catch (IOException e) {
      // It was let go.
    }
  }

  /** The process has ended: what follows is the rest of its output, or from its children. */
  void processEnded() {
    processEnded = true;
  }

  /** Lets go if nothing has arrived since the last call. Called from one thread. */
  void closeIfIdle() throws IOException {
    long now = reads.get();
    if (waiting && now == readsSeen) {
      close();
    }
    readsSeen = now;
  }

  /** Lets go; a thread that waits in {@link #drain} returns. */
  void close() throws IOException {
    reader.close();
  }

  private int read(ByteBuffer buffer) throws IOException {
    buffer.clear();
    reads.incrementAndGet();
    waiting = true;
    try {
      return reader.read(buffer);
    } finally {
      waiting = false;
    }
  }
}
