package dev.sandpool.kubernetes.websocket;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * All that goes out on one connection. Messages are written by whoever sends them, who so waits
 * while the server is slow. Control frames are written by a worker, or by the one who is writing
 * when they come due: neither the reader nor a timer may wait for a server that takes nothing.
 */
final class Outbox {

  /** How long the last word waits for another that is being written. */
  private static final int FAREWELL_MILLIS = 1_000;

  private static final byte[] NOTHING = {};

  private final FrameWriter frames;
  private final Executor workers;
  private final Consumer<IOException> broken;
  private final ReentrantLock writing = new ReentrantLock();
  private final AtomicBoolean ping = new AtomicBoolean();

  /** Only the latest ping must be answered. */
  private final AtomicReference<byte[]> pong = new AtomicReference<>();

  private final AtomicReference<byte[]> close = new AtomicReference<>();
  private volatile boolean closed;

  /**
   * Writes to a connection.
   *
   * @param broken hears of what fails; nothing more is written after it
   */
  Outbox(FrameWriter frames, Executor workers, Consumer<IOException> broken) {
    this.frames = frames;
    this.workers = workers;
    this.broken = broken;
  }

  /** Writes one message; waits while the server is slow. */
  void message(int first, byte[] bytes, int offset, int length) throws IOException {
    lock();
    try {
      if (closed) {
        throw new IOException("the connection is closed");
      }
      frames.message(first, bytes, offset, length);
    } catch (IOException e) {
      fail(e);
      throw e;
    } finally {
      writing.unlock();
    }
    writeDue();
  }

  void ping() {
    ping.set(true);
    wake();
  }

  void pong(byte[] payload) {
    pong.set(payload);
    wake();
  }

  /**
   * Sends a close frame, and nothing after it.
   *
   * @return false if somebody is writing, who may have to wait for the server for long
   */
  boolean close(int code) {
    if (writing.isLocked()) {
      return false;
    }
    close.set(payload(code));
    wake();
    return true;
  }

  /**
   * Ends all writing, after a last word where none was said.
   *
   * @param code of the last word; {@link CloseCode#NONE} says nothing more
   * @param drop ends the connection under whoever is writing for too long
   */
  void end(int code, Runnable drop) {
    if (code == CloseCode.NONE || !free()) {
      drop.run();
      writing.lock();
    }
    try {
      if (code != CloseCode.NONE) {
        close.set(payload(code));
        writeControls();
      }
      closed = true;
    } finally {
      writing.unlock();
    }
  }

  private boolean free() {
    try {
      return writing.tryLock(FAREWELL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void lock() throws IOException {
    try {
      // Also if it is free: in the middle of a frame, an interrupt would break the connection.
      writing.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted while writing");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  private void wake() {
    try {
      workers.execute(this::writeDue);
    } catch (RejectedExecutionException e) {
      fail(new IOException("the client is closed", e));
    }
  }

  /** Looks again after letting go: what comes due meanwhile finds the lock taken. */
  private void writeDue() {
    while (isDue() && writing.tryLock()) {
      try {
        writeControls();
      } finally {
        writing.unlock();
      }
    }
  }

  private boolean isDue() {
    return !closed && (ping.get() || pong.get() != null || close.get() != null);
  }

  private void writeControls() {
    try {
      byte[] answer = pong.getAndSet(null);
      if (answer != null && !closed) {
        frames.control(Opcode.PONG, answer);
      }
      if (ping.getAndSet(false) && !closed) {
        frames.control(Opcode.PING, NOTHING);
      }
      byte[] last = close.getAndSet(null);
      if (last != null && !closed) {
        closed = true;
        frames.control(Opcode.CLOSE, last);
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  private void fail(IOException why) {
    if (!closed) {
      closed = true;
      broken.accept(why);
    }
  }

  private static byte[] payload(int code) {
    return new byte[] {(byte) (code >> Byte.SIZE), (byte) code};
  }
}
