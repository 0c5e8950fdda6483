package dev.sandpool.pool;

import dev.sandpool.OutputChunk;
import dev.sandpool.OutputChunk.Stream;
import dev.sandpool.OutputListener;
import dev.sandpool.backend.exec.ByteSink;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;

/** Hands output to the application's listener, with a decoder for each stream. */
final class ListenerSink implements ByteSink {

  private static final Logger LOG = System.getLogger(ListenerSink.class.getName());

  private final OutputListener listener;
  private final Map<Stream, Utf8Stream> decoders = new EnumMap<>(Stream.class);
  private boolean failed;

  ListenerSink(OutputListener listener) {
    this.listener = listener;
    for (Stream stream : Stream.values()) {
      decoders.put(stream, new Utf8Stream());
    }
  }

  @Override
  public void accept(Stream stream, byte[] bytes) {
    if (failed) {
      return;
    }
    try {
      String text = decoders.get(stream).decode(bytes, bytes.length);
      listener.onOutput(new OutputChunk(stream, bytes, text));
    } catch (RuntimeException e) {
      failed = true;
      LOG.log(Level.WARNING, "An output listener failed and is not called again", e);
    }
  }
}
