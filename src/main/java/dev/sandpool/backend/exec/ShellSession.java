package dev.sandpool.backend.exec;

import dev.sandpool.OutputChunk.Stream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One channel with a supervisor at its other end, which runs commands one after another.
 *
 * <p>{@link #ready} ends when the supervisor waits for a command; each one that is {@linkplain
 * #send sent} replaces it. After a command the supervisor becomes ready again, or ends where
 * something the command left running could get in the way of the next.
 */
final class ShellSession implements ChannelListener {

  private static final String SUPERVISOR = Scripts.load(ShellSession.class, "supervisor.sh");

  /** With what a WebSocket puts before it, this fills four records of TLS. */
  private static final int PUMP_BYTES = 64 * 1024 - 16;

  private final CompletableFuture<ChannelEnd> gone = new CompletableFuture<>();
  private volatile Channel channel;
  private Greeting greeting = Greeting.first();
  private Turn turn;
  private volatile CompletableFuture<Void> ready = new CompletableFuture<>();
  private volatile Hello hello;
  private volatile InputWay input;
  private volatile boolean inputOpen = true;

  private ShellSession() {}

  static ShellSession open(ChannelFactory channels) {
    ShellSession session = new ShellSession();
    session.channel = channels.open(List.of("/bin/sh", "-c", SUPERVISOR), session);
    return session;
  }

  CompletableFuture<Void> ready() {
    return ready;
  }

  /** Ends with the channel. */
  CompletableFuture<ChannelEnd> gone() {
    return gone;
  }

  /** The supervisor's process and group, once it was ready. */
  int group() {
    return hello.pid();
  }

  /** Sends a command, when {@link #ready}; the result tells how it ended. */
  CompletableFuture<Turn.Outcome> send(ShellCommand command, ByteSink output) throws IOException {
    Turn next = new Turn(output);
    input = InputWay.of(command.stdin(), hello.countsInput(), channel.canEndInput());
    byte[] frame = RequestFrame.encode(next.marker(), command, input);
    synchronized (this) {
      turn = next;
      ready = new CompletableFuture<>();
      greeting = Greeting.after(next.marker());
    }
    if (gone.isDone()) {
      next.broke(gone.join());
    }
    channel.write(frame, 0, frame.length);
    return next.over();
  }

  /** Feeds standard input until its end, or until the command no longer reads. Blocks. */
  void feed(Stdin stdin) throws IOException {
    InputStream source = stdin.source();
    byte[] buffer = new byte[PUMP_BYTES];
    long sum = 0;
    for (int n = source.read(buffer); n >= 0; n = source.read(buffer)) {
      sum += n;
      input.requireNoMore(sum);
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
    input.requireAll(sum);
    if (inputOpen && input.endsChannel()) {
      channel.endInput();
    }
  }

  void close() {
    inputOpen = false;
    channel.close();
  }

  @Override
  public void onStdout(byte[] bytes) {
    Runnable then;
    synchronized (this) {
      then = turn == null ? greet(bytes) : deliver(Stream.STDOUT, bytes);
    }
    then.run();
  }

  @Override
  public void onStderr(byte[] bytes) {
    Runnable then;
    synchronized (this) {
      // Between commands nobody has a say here; whoever does keeps the supervisor from going on.
      then = turn == null ? ShellSession::nothing : deliver(Stream.STDERR, bytes);
    }
    then.run();
  }

  @Override
  public void onEnd(ChannelEnd end) {
    inputOpen = false;
    Turn broken;
    synchronized (this) {
      broken = turn;
      turn = null;
      if (broken != null) {
        broken.flush();
      }
    }
    gone.complete(end);
    ready.completeExceptionally(
        end.error().orElseGet(() -> new IOException("the sandbox's shell ended at once: " + end)));
    if (broken != null) {
      broken.broke(end);
    }
  }

  /** Hands output on; returns what follows from it, to be done outside the lock. */
  private Runnable deliver(Stream stream, byte[] bytes) {
    Turn current = turn;
    current.take(stream, bytes);
    if (!current.isComplete()) {
      return ShellSession::nothing;
    }
    turn = null;
    Runnable greeted = greet(current.leftover());
    return () -> {
      current.finish();
      greeted.run();
    };
  }

  private Runnable greet(byte[] bytes) {
    CompletableFuture<Void> waiting = ready;
    try {
      Optional<Hello> said = greeting.read(bytes);
      if (said.isEmpty()) {
        return ShellSession::nothing;
      }
      hello = said.get();
      return () -> {
        Channel current = channel;
        // Before anybody can send the next command. What speaks while it opens goes without.
        if (current != null) {
          current.expectNothing();
        }
        waiting.complete(null);
      };
    } catch (IOException e) {
      return () -> waiting.completeExceptionally(e);
    }
  }

  private static void nothing() {}
}
