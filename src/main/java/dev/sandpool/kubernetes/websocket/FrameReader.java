package dev.sandpool.kubernetes.websocket;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import okio.Buffer;
import okio.BufferedSource;

/** Reads a server's frames and puts messages together. For one thread. */
final class FrameReader {

  private final BufferedSource source;
  private final long longestMessage;
  private final Listener listener;
  private final Buffer message = new Buffer();
  private boolean inMessage;
  private boolean closed;

  /** Hears what was read, on the reading thread. */
  interface Listener {

    /** Some bytes came. */
    void onBytes();

    /** A whole binary message; what is left of it is dropped. */
    void onMessage(Buffer whole) throws IOException;

    void onPing(byte[] payload);

    /** Nothing follows. */
    void onClose(int code, String reason);
  }

  /**
   * Reads from a connection.
   *
   * @param longestMessage in bytes; a longer one is refused before it is read
   */
  FrameReader(BufferedSource source, long longestMessage, Listener listener) {
    this.source = source;
    this.longestMessage = longestMessage;
    this.listener = listener;
  }

  /**
   * Reads to the server's close frame. Blocks.
   *
   * @throws EOFException if the connection ends without one
   * @throws FrameException if the server sent what it may not
   */
  void run() throws IOException {
    while (!closed) {
      FrameHeader header = FrameHeader.read(source);
      listener.onBytes();
      if (Opcode.isControl(header.opcode())) {
        control(header);
      } else {
        data(header);
      }
    }
  }

  private void data(FrameHeader header) throws IOException {
    if (header.opcode() == Opcode.TEXT) {
      throw new FrameException(CloseCode.UNACCEPTABLE, "the server sent text, not bytes");
    }
    if (inMessage != (header.opcode() == Opcode.CONTINUATION)) {
      throw new FrameException(
          CloseCode.PROTOCOL_ERROR,
          inMessage
              ? "the server began a message within another"
              : "the server went on with a message that it had not begun");
    }
    if (header.length() > longestMessage - message.size()) {
      throw new FrameException(
          CloseCode.TOO_BIG, "the server sent a message of over " + longestMessage + " bytes");
    }
    copy(header.length());
    inMessage = !header.last();
    if (header.last()) {
      listener.onMessage(message);
      message.clear();
    }
  }

  /** In parts, as a long frame may take its time on a slow line. */
  private void copy(long length) throws IOException {
    for (long left = length; left > 0; ) {
      long n = source.read(message, left);
      if (n < 0) {
        throw new EOFException();
      }
      left -= n;
      listener.onBytes();
    }
  }

  private void control(FrameHeader header) throws IOException {
    byte[] payload = source.readByteArray(header.length());
    switch (header.opcode()) {
      case Opcode.PING -> listener.onPing(payload);
      case Opcode.CLOSE -> close(payload);
      // A pong says no more than any other sign of life.
      default -> {}
    }
  }

  private void close(byte[] payload) throws IOException {
    closed = true;
    if (payload.length == 0) {
      listener.onClose(CloseCode.NONE, "");
      return;
    }
    if (payload.length == 1) {
      throw new FrameException(CloseCode.PROTOCOL_ERROR, "the server sent half a close code");
    }
    int code = (payload[0] & 0xFF) << Byte.SIZE | (payload[1] & 0xFF);
    if (!CloseCode.mayBeSent(code)) {
      throw new FrameException(CloseCode.PROTOCOL_ERROR, "the server sent the close code " + code);
    }
    listener.onClose(code, new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8));
  }
}
