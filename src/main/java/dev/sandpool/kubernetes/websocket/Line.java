package dev.sandpool.kubernetes.websocket;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.Response;

/** Remembers, of one request, the socket that it went through. A tag of the request. */
final class Line {

  /** For the network: nearer to it only OkHttp's own are. */
  static final Interceptor INTERCEPTOR = Line::note;

  private volatile Socket socket;

  private static Response note(Interceptor.Chain chain) throws IOException {
    Line line = chain.request().tag(Line.class);
    Connection connection = chain.connection();
    if (line != null && connection != null) {
      line.socket = connection.socket();
    }
    return chain.proceed(chain.request());
  }

  /** What goes in here is encrypted, where TLS is in use, and sent at once. */
  OutputStream output() throws IOException {
    Socket current = socket;
    if (current == null) {
      throw new IOException("the request went through no socket");
    }
    return current.getOutputStream();
  }

  /** Ends the connection, whatever OkHttp thinks of it. */
  void cut() {
    Socket current = socket;
    if (current == null) {
      return;
    }
    try {
      current.close();
    } catch (IOException e) {
      // It is over anyway.
    }
  }
}
