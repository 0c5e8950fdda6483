package dev.sandpool.kubernetes.websocket;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import okio.Buffer;
import okio.BufferedSource;
import okio.Okio;
import okio.Socket;

/** What happens on one connection, from the server's agreement to the end. */
final class Conversation implements FrameReader.Listener {

  /** Far longer than any of the API server's, which come in parts of 32 KiB. */
  private static final long LONGEST_MESSAGE = 4L * 1024 * 1024;

  private final Socket socket;
  private final BufferedSource source;
  private final WebSocketEvents events;
  private final Terms terms;
  private final Runnable drop;
  private final Outbox outbox;
  private final Pulse pulse;
  private final AtomicBoolean closing = new AtomicBoolean();

  /** What broke the connection, where the reader sees only that it is gone. */
  private final AtomicReference<IOException> broken = new AtomicReference<>();

  private int closeCode;
  private String closeReason;

  /**
   * Takes over a connection.
   *
   * @param output where the socket's own output goes, without its buffers
   * @param drop ends it at once, whoever reads or writes
   */
  Conversation(
      Socket socket, OutputStream output, WebSocketEvents events, Terms terms, Runnable drop) {
    this.socket = socket;
    this.events = events;
    this.terms = terms;
    this.drop = drop;
    source = Okio.buffer(socket.getSource());
    SocketOutput timed = new SocketOutput(output, terms.patience().ping(), this::fail);
    FrameWriter frames = new FrameWriter(timed, terms.random());
    outbox = new Outbox(frames, terms.workers(), this::cannotWrite);
    pulse = new Pulse(outbox::ping, this::silent);
  }

  /**
   * Reads to the end, and tells of it.
   *
   * @param opened what to do first
   */
  void run(Runnable opened) {
    IOException error = null;
    int lastWord = CloseCode.NONE;
    try {
      read(opened);
      lastWord = closeCode == CloseCode.NONE ? CloseCode.NORMAL : closeCode;
    } catch (FrameException e) {
      error = e;
      lastWord = e.code();
    } catch (IOException e) {
      error = broken.get() == null ? e : broken.get();
    } catch (RuntimeException | Error e) {
      // Somebody may wait for the end.
      error = new IOException("what came could not be handled: " + e, e);
    }
    try {
      tell(error);
    } finally {
      outbox.end(lastWord, drop);
      hangUp();
    }
  }

  void send(int first, byte[] bytes, int offset, int length) throws IOException {
    outbox.message(first, bytes, offset, length);
    pulse.sign();
  }

  /** Closes in order; false if that can't be done without waiting. */
  boolean close() {
    if (!outbox.close(CloseCode.NORMAL)) {
      return false;
    }
    dropLater();
    return true;
  }

  @Override
  public void onBytes() {
    pulse.sign();
  }

  @Override
  public void onMessage(Buffer message) throws IOException {
    if (!message.exhausted()) {
      int first = message.readByte() & 0xFF;
      pulse.whileBusy(() -> events.onMessage(first, message));
    }
  }

  @Override
  public void onPing(byte[] payload) {
    outbox.pong(payload);
  }

  @Override
  public void onClose(int code, String reason) {
    closeCode = code;
    closeReason = reason;
  }

  private void read(Runnable opened) throws IOException {
    long nanos = terms.patience().ping().toNanos();
    Future<?> beat =
        terms.timer().scheduleWithFixedDelay(pulse, nanos, nanos, TimeUnit.NANOSECONDS);
    try {
      pulse.whileBusy(opened);
      new FrameReader(source, LONGEST_MESSAGE, this).run();
    } finally {
      beat.cancel(false);
    }
  }

  private void tell(IOException error) {
    if (error == null) {
      events.onClosed(closeCode, closeReason);
    } else {
      events.onFailure(error, null);
    }
  }

  private void hangUp() {
    release(socket);
    drop.run();
  }

  /** Both ends, or OkHttp believes that the connection is still in use. */
  static void release(Socket socket) {
    close(socket.getSink());
    close(socket.getSource());
  }

  private static void close(Closeable end) {
    try {
      end.close();
    } catch (IOException e) {
      // It is over anyway.
    }
  }

  private void silent() {
    long millis = terms.patience().ping().toMillis();
    fail(new SocketTimeoutException("the server was silent for " + millis + " ms after a ping"));
  }

  private void fail(IOException why) {
    broken.compareAndSet(null, why);
    drop.run();
  }

  /** What the server said before it stopped to listen may still be there to be read. */
  private void cannotWrite(IOException why) {
    broken.compareAndSet(null, why);
    dropLater();
  }

  private void dropLater() {
    if (closing.compareAndSet(false, true)) {
      terms.later(terms.patience().goodbye(), drop);
    }
  }
}
