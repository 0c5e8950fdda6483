package dev.sandpool.backend.exec;

import dev.sandpool.OutputChunk.Stream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One channel with a supervisor at its other end: it says hello, waits, runs one command, and is
 * over.
 *
 * <p>{@link #ready} ends with the supervisor's process id, which is also its process group's.
 * {@link #over} ends when the command did, or the channel.
 */
final class ShellSession implements ChannelListener {

  private static final Logger LOG = System.getLogger(ShellSession.class.getName());
  private static final ByteSink NO_SINK = (stream, bytes) -> {};
  private static final String SUPERVISOR = Scripts.load(ShellSession.class, "supervisor.sh");
  private static final String HELLO = "sandpool ";
  private static final int LONGEST_HELLO = 64;
  private static final int PUMP_BYTES = 32 * 1024;

  private final String marker;
  private final MarkerScanner out;
  private final MarkerScanner err;
  private final CompletableFuture<Integer> ready = new CompletableFuture<>();
  private final CompletableFuture<Outcome> over = new CompletableFuture<>();
  private final StringBuilder hello = new StringBuilder();
  private Channel channel;
  private volatile ByteSink sink = NO_SINK;
  private volatile boolean inputOpen = true;

  private ShellSession() {
    byte[] nonce = new byte[16];
    // Guards against accidents, not against the sandbox, which can only lie about itself.
    ThreadLocalRandom.current().nextBytes(nonce);
    marker = "\u001e" + HexFormat.of().formatHex(nonce);
    out = new MarkerScanner(marker);
    err = new MarkerScanner(marker);
  }

  /** How a session ended: the supervisor's word for it, or the end of a channel without one. */
  record Outcome(Optional<String> status, ChannelEnd end) {}

  static ShellSession open(ChannelFactory channels) {
    ShellSession session = new ShellSession();
    session.channel = channels.open(List.of("/bin/sh", "-c", SUPERVISOR), session);
    return session;
  }

  CompletableFuture<Integer> ready() {
    return ready;
  }

  CompletableFuture<Outcome> over() {
    return over;
  }

  /** Sends the command. Only once, and only when {@link #ready}. */
  void send(ShellCommand command, ByteSink output) throws IOException {
    sink = output;
    byte[] frame = RequestFrame.encode(marker, command, channel.canEndInput());
    channel.write(frame, 0, frame.length);
  }

  /** Feeds standard input until its end, or until the command no longer reads. Blocks. */
  void feed(Stdin stdin) throws IOException {
    InputStream source = stdin.source();
    byte[] buffer = new byte[PUMP_BYTES];
    for (int n = source.read(buffer); n >= 0; n = source.read(buffer)) {
      if (!inputOpen) {
        return;
      }
      try {
        channel.write(buffer, 0, n);
      } catch (IOException e) {
        // The command ended without reading everything, as `true` does: not an error. If the
        // channel broke, its listener hears of it.
        return;
      }
    }
    if (inputOpen && channel.canEndInput()) {
      channel.endInput();
    }
  }

  void close() {
    inputOpen = false;
    channel.close();
  }

  @Override
  public void onStdout(byte[] bytes) {
    byte[] output = ready.isDone() ? bytes : greet(bytes);
    if (output.length > 0) {
      deliver(Stream.STDOUT, out, output);
    }
  }

  @Override
  public void onStderr(byte[] bytes) {
    deliver(Stream.STDERR, err, bytes);
  }

  @Override
  public void onEnd(ChannelEnd end) {
    inputOpen = false;
    ready.completeExceptionally(
        end.error().orElseGet(() -> new IOException("the sandbox's shell ended at once: " + end)));
    synchronized (this) {
      if (!over.isDone()) {
        emit(Stream.STDOUT, out.rest());
        emit(Stream.STDERR, err.rest());
      }
    }
    over.complete(new Outcome(Optional.empty(), end));
  }

  private synchronized void deliver(Stream stream, MarkerScanner scanner, byte[] bytes) {
    emit(stream, scanner.feed(bytes));
    if (out.status().isPresent() && err.status().isPresent()) {
      inputOpen = false;
      over.complete(new Outcome(out.status(), ChannelEnd.unknown()));
    }
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

  /** Reads the supervisor's first line; returns what follows it. */
  private byte[] greet(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        ready.complete(Integer.parseInt(hello.substring(HELLO.length()).strip()));
        return java.util.Arrays.copyOfRange(bytes, i + 1, bytes.length);
      }
      hello.append((char) bytes[i]);
      if (hello.length() > LONGEST_HELLO || !startsLikeHello()) {
        ready.completeExceptionally(
            new IOException("/bin/sh in the sandbox answered with '" + hello + "'"));
        return new byte[0];
      }
    }
    return new byte[0];
  }

  private boolean startsLikeHello() {
    int n = Math.min(hello.length(), HELLO.length());
    return HELLO.startsWith(hello.substring(0, n));
  }
}
