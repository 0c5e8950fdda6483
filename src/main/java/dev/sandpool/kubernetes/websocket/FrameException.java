package dev.sandpool.kubernetes.websocket;

import java.net.ProtocolException;

/** The peer sent what WebSocket, or this end of it, does not allow. */
final class FrameException extends ProtocolException {

  private final int code;

  /**
   * Says what came.
   *
   * @param code the {@link CloseCode} to tell the peer
   */
  FrameException(int code, String message) {
    super(message);
    this.code = code;
  }

  int code() {
    return code;
  }
}
