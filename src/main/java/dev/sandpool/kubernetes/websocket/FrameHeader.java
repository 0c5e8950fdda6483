package dev.sandpool.kubernetes.websocket;

import java.io.IOException;
import okio.BufferedSource;

/**
 * What comes before a frame's payload.
 *
 * @param last whether its message ends with it
 * @param opcode see {@link Opcode}
 * @param length of the payload, in bytes
 */
record FrameHeader(boolean last, int opcode, long length) {

  private static final int LAST = 0x80;
  private static final int RESERVED = 0x70;
  private static final int OPCODE = 0x0F;
  private static final int MASKED = 0x80;
  private static final int LENGTH = 0x7F;
  private static final int LONGEST_CONTROL = 125;
  private static final int TWO_BYTES = 126;
  private static final int EIGHT_BYTES = 127;

  /**
   * Reads what a server sent; blocks until it comes.
   *
   * @throws FrameException if a server may not send it
   */
  static FrameHeader read(BufferedSource source) throws IOException {
    int first = source.readByte() & 0xFF;
    int second = source.readByte() & 0xFF;
    int opcode = first & OPCODE;
    require((first & RESERVED) == 0, "a frame with reserved bits, though no extension is in use");
    require(Opcode.isKnown(opcode), "a frame of the unknown kind " + opcode);
    require((second & MASKED) == 0, "a masked frame, which only clients send");
    FrameHeader header =
        new FrameHeader((first & LAST) != 0, opcode, length(second & LENGTH, source));
    require(header.length >= 0, "a frame with a negative length");
    if (Opcode.isControl(opcode)) {
      require(header.last, "a control frame in pieces");
      require(header.length <= LONGEST_CONTROL, "a control frame of " + header.length + " bytes");
    }
    return header;
  }

  private static long length(int said, BufferedSource source) throws IOException {
    return switch (said) {
      case TWO_BYTES -> source.readShort() & 0xFFFF;
      case EIGHT_BYTES -> source.readLong();
      default -> said;
    };
  }

  private static void require(boolean allowed, String what) throws FrameException {
    if (!allowed) {
      throw new FrameException(CloseCode.PROTOCOL_ERROR, "the server sent " + what);
    }
  }
}
