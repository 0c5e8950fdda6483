package dev.sandpool.kubernetes.websocket;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/** Writes a client's frames, each masked with a key of its own. Not thread-safe. */
final class FrameWriter {

  /** What is masked and written in one go: a few TLS records. */
  private static final int MOST_AT_ONCE = 64 * 1024;

  private static final int LAST = 0x80;
  private static final int MASKED = 0x80;
  private static final int LONGEST_HEADER = 14;

  /** Up to here a length fits beside the mask bit; and no control frame is longer. */
  private static final int SHORT_LENGTH = 125;

  private static final int TWO_BYTES = 126;
  private static final int EIGHT_BYTES = 127;

  private final OutputStream output;
  private final RandomGenerator random;

  /** Grows with what is sent: most streams send little. */
  private ByteBuffer buffer = ByteBuffer.allocate(LONGEST_HEADER + SHORT_LENGTH);

  /**
   * Writes to a connection.
   *
   * @param random must not be predictable: keys keep what applications send from looking like
   *     something else to whatever stands in between
   */
  FrameWriter(OutputStream output, RandomGenerator random) {
    this.output = output;
    this.random = random;
  }

  /** One whole binary message: a first byte, and others. */
  void message(int first, byte[] bytes, int offset, int length) throws IOException {
    reserve(Math.min(LONGEST_HEADER + 1L + length, MOST_AT_ONCE));
    int key = header(Opcode.BINARY, length + 1L);
    int start = buffer.position();
    buffer.put((byte) first);
    long masked = 0;
    for (int done = 0; ; start = 0) {
      int n = Math.min(length - done, buffer.remaining());
      buffer.put(bytes, offset + done, n);
      Mask.apply(buffer.array(), start, buffer.position(), key, masked);
      masked += buffer.position() - start;
      flush();
      done += n;
      if (done == length) {
        return;
      }
    }
  }

  /** A control frame; its payload may have {@value #SHORT_LENGTH} bytes. */
  void control(int opcode, byte[] payload) throws IOException {
    if (payload.length > SHORT_LENGTH) {
      throw new IllegalArgumentException(
          "a control frame cannot have " + payload.length + " bytes");
    }
    int key = header(opcode, payload.length);
    int start = buffer.position();
    buffer.put(payload);
    Mask.apply(buffer.array(), start, buffer.position(), key, 0);
    flush();
  }

  private void reserve(long size) {
    if (buffer.capacity() < size) {
      buffer = ByteBuffer.allocate((int) size);
    }
  }

  private int header(int opcode, long length) {
    buffer.put((byte) (LAST | opcode));
    if (length <= SHORT_LENGTH) {
      buffer.put((byte) (MASKED | length));
    } else if (length <= 0xFFFF) {
      buffer.put((byte) (MASKED | TWO_BYTES)).putShort((short) length);
    } else {
      buffer.put((byte) (MASKED | EIGHT_BYTES)).putLong(length);
    }
    int key = random.nextInt();
    buffer.putInt(key);
    return key;
  }

  /** Header and payload in one piece: what is written apart is encrypted and sent apart. */
  private void flush() throws IOException {
    output.write(buffer.array(), 0, buffer.position());
    buffer.clear();
  }
}
