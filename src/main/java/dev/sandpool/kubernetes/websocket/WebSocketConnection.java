package dev.sandpool.kubernetes.websocket;

import java.io.IOException;
import java.io.OutputStream;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Response;
import okio.Socket;

/** One WebSocket, open or opening. Thread-safe. */
public final class WebSocketConnection {

  private final Call call;
  private final Handshake handshake;
  private final Terms terms;
  private final WebSocketEvents events;
  private final Line line;
  private volatile Conversation conversation;

  WebSocketConnection(
      Call call, Handshake handshake, Terms terms, WebSocketEvents events, Line line) {
    this.call = call;
    this.handshake = handshake;
    this.terms = terms;
    this.events = events;
    this.line = line;
  }

  /**
   * Sends one binary message: a first byte, and others. Waits while the server is slow.
   *
   * @throws IOException if the connection is not open, or breaks, or the server takes nothing for
   *     as long as it may take to answer a ping
   */
  public void send(int first, byte[] bytes, int offset, int length) throws IOException {
    Conversation current = conversation;
    if (current == null) {
      throw new IOException("the connection is not open yet");
    }
    current.send(first, bytes, offset, length);
  }

  /**
   * Closes in order where that is possible. Drops the connection where it is still opening, where
   * the server does not take what is being sent, or does not answer in time. Does not wait.
   */
  public void close() {
    Conversation current = conversation;
    if (current == null || !current.close()) {
      cancel();
    }
  }

  /** Drops the connection. */
  public void cancel() {
    call.cancel();
  }

  void start() {
    call.enqueue(
        new Callback() {
          @Override
          public void onResponse(Call same, Response response) {
            answered(response);
          }

          @Override
          public void onFailure(Call same, IOException error) {
            events.onFailure(error, null);
          }
        });
  }

  private void answered(Response response) {
    Socket socket;
    OutputStream output;
    try {
      socket = handshake.take(response);
      output = line.output();
    } catch (IOException e) {
      refused(response, e);
      return;
    }
    conversation = new Conversation(socket, output, events, terms, call::cancel);
    String protocol = Handshake.protocol(response);
    conversation.run(() -> events.onOpen(this, protocol));
  }

  private void refused(Response response, IOException error) {
    if (Handshake.isSwitched(response)) {
      // It has no body to be read, and what follows is not to be understood; not even by OkHttp,
      // which may think that the connection is free for the next request.
      cancel();
      line.cut();
      if (response.socket() != null) {
        Conversation.release(response.socket());
      }
      events.onFailure(error, null);
      return;
    }
    try (response) {
      events.onFailure(error, response);
    }
  }
}
