package dev.sandpool.pool;

import dev.sandpool.ExecResult;
import dev.sandpool.OutputChunk.Stream;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.CommandEnd;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Keeps a command's output up to a limit and counts the rest.
 *
 * <p>The limit is for both streams together, first come, first kept. Where it cuts a stream in the
 * middle of a character, that character is dropped whole.
 */
final class OutputCapture implements ByteSink {

  private final Map<Stream, Kept> streams = new EnumMap<>(Stream.class);
  private final StringBuilder merged = new StringBuilder();
  private long room;
  private long dropped;

  OutputCapture(long maxBytes) {
    room = maxBytes;
    for (Stream stream : Stream.values()) {
      streams.put(stream, new Kept());
    }
  }

  @Override
  public synchronized void accept(Stream stream, byte[] bytes) {
    Kept kept = streams.get(stream);
    int fits = (int) Math.min(room, bytes.length);
    if (!kept.cut && fits > 0) {
      room -= fits;
      kept.bytes.write(bytes, 0, fits);
      merged.append(kept.text.decode(bytes, fits));
    }
    if (kept.cut || fits < bytes.length) {
      dropped += kept.cut ? bytes.length : bytes.length - fits;
      kept.cut = true;
    }
  }

  synchronized ExecResult result(CommandEnd end) {
    byte[] stdout = finish(streams.get(Stream.STDOUT));
    byte[] stderr = finish(streams.get(Stream.STDERR));
    return new ExecResult(
        stdout,
        stderr,
        merged.toString(),
        end.exitCode(),
        end.timedOut(),
        end.oomKilled(),
        dropped,
        end.duration());
  }

  private byte[] finish(Kept kept) {
    byte[] bytes = kept.bytes.toByteArray();
    if (!kept.cut) {
      merged.append(kept.text.finish());
      return bytes;
    }
    int unfinished = kept.text.pending();
    dropped += unfinished;
    return Arrays.copyOf(bytes, bytes.length - unfinished);
  }

  /** What was kept of one stream; {@code cut} once something of it was not. */
  private static final class Kept {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Utf8Stream text = new Utf8Stream();
    private boolean cut;
  }
}
