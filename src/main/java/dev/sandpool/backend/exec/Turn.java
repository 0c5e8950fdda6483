package dev.sandpool.backend.exec;

import dev.sandpool.OutputChunk.Stream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One command's turn on a channel: hands its output on until the supervisor's word for its end has
 * come on both streams. Not thread-safe.
 */
final class Turn {

  private static final Logger LOG = System.getLogger(Turn.class.getName());
  private static final ByteSink NO_SINK = (stream, bytes) -> {};

  private final String marker = newMarker();
  private final MarkerScanner out = new MarkerScanner(marker);
  private final MarkerScanner err = new MarkerScanner(marker);
  private final CompletableFuture<Outcome> over = new CompletableFuture<>();
  private ByteSink sink;

  Turn(ByteSink sink) {
    this.sink = sink;
  }

  /** How a turn ended: the supervisor's word for it, or the end of the channel without one. */
  record Outcome(Optional<String> status, ChannelEnd end) {}

  String marker() {
    return marker;
  }

  CompletableFuture<Outcome> over() {
    return over;
  }

  void take(Stream stream, byte[] bytes) {
    emit(stream, (stream == Stream.STDOUT ? out : err).feed(bytes));
  }

  /** Whether all output has come. */
  boolean isComplete() {
    return out.status().isPresent() && err.status().isPresent();
  }

  /** Tells how the command ended, once {@link #isComplete}. */
  void finish() {
    over.complete(new Outcome(out.status(), ChannelEnd.unknown()));
  }

  /** What came on standard output behind the command's. */
  byte[] leftover() {
    return out.leftover();
  }

  /** Hands on what was held back, for a channel that ended without the supervisor's word. */
  void flush() {
    emit(Stream.STDOUT, out.rest());
    emit(Stream.STDERR, err.rest());
  }

  void broke(ChannelEnd end) {
    over.complete(new Outcome(Optional.empty(), end));
  }

  /** A sink that fails must not take the transport's thread with it, nor the command. */
  private void emit(Stream stream, byte[] bytes) {
    if (bytes.length == 0) {
      return;
    }
    try {
      sink.accept(stream, bytes);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "A listener to a command's output failed and gets no more of it", e);
      sink = NO_SINK;
    }
  }

  /** Guards against accidents, not against the sandbox, which can only lie about itself. */
  private static String newMarker() {
    byte[] nonce = new byte[16];
    ThreadLocalRandom.current().nextBytes(nonce);
    return "\u001e" + HexFormat.of().formatHex(nonce);
  }
}
