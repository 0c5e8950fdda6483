package dev.sandpool.kubernetes.websocket;

/** What a frame is, by the numbers of RFC 6455, section 5.2. */
final class Opcode {

  static final int CONTINUATION = 0x0;
  static final int TEXT = 0x1;
  static final int BINARY = 0x2;
  static final int CLOSE = 0x8;
  static final int PING = 0x9;
  static final int PONG = 0xA;

  private Opcode() {}

  static boolean isControl(int opcode) {
    return opcode >= CLOSE;
  }

  static boolean isKnown(int opcode) {
    return opcode <= BINARY || (opcode >= CLOSE && opcode <= PONG);
  }
}
