package dev.sandpool.kubernetes.websocket;

import java.io.IOException;
import okhttp3.Response;
import okio.Buffer;

/**
 * Hears what comes over one connection, on the thread that reads it: while a call here blocks,
 * nothing is read, and the server is held back. Exactly one of {@link #onClosed} and {@link
 * #onFailure} comes last.
 */
public interface WebSocketEvents {

  /**
   * The server agreed.
   *
   * @param connection for who has not got it yet: this may come before {@link WebSockets#open}
   *     returns
   * @param protocol the sub-protocol that it chose
   */
  void onOpen(WebSocketConnection connection, String protocol);

  /** One message: a first byte, and others. What is not read during the call is gone. */
  void onMessage(int first, Buffer others);

  /** The server closed the connection, by itself or because we did; 1000 means: in order. */
  void onClosed(int code, String reason);

  /**
   * The connection broke, or never came to be.
   *
   * @param refusal what the server answered instead of agreeing, closed after the call; else null
   */
  void onFailure(IOException error, Response refusal);
}
