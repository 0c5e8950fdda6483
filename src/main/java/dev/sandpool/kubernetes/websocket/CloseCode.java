package dev.sandpool.kubernetes.websocket;

/** Why a connection is closed, by the numbers of RFC 6455, section 7.4. */
public final class CloseCode {

  /** All is said. */
  public static final int NORMAL = 1000;

  static final int PROTOCOL_ERROR = 1002;
  static final int UNACCEPTABLE = 1003;

  /** Never sent: what a close frame without a code means. */
  static final int NONE = 1005;

  static final int TOO_BIG = 1009;

  private static final int FIRST = 1000;
  private static final int LAST = 4999;
  private static final int NOT_ON_THE_WIRE_FIRST = 1004;
  private static final int NOT_ON_THE_WIRE_LAST = 1006;
  private static final int TLS_FAILURE = 1015;

  private CloseCode() {}

  /** Whether a peer may send it. */
  static boolean mayBeSent(int code) {
    return code >= FIRST
        && code <= LAST
        && code != TLS_FAILURE
        && (code < NOT_ON_THE_WIRE_FIRST || code > NOT_ON_THE_WIRE_LAST);
  }
}
