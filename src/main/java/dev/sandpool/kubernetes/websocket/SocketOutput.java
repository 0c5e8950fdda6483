package dev.sandpool.kubernetes.websocket;

import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import okio.AsyncTimeout;

/**
 * Writes to a socket, with a time limit for each write.
 *
 * <p>OkHttp's own stream has such limits too, but writes 8 KiB at a time, each of which is a record
 * of TLS and a system call.
 */
final class SocketOutput extends OutputStream {

  private final OutputStream socket;
  private final AsyncTimeout timeout;
  private final long millis;

  /**
   * Writes what a socket can take at once in one go.
   *
   * @param late hears that a write takes longer than {@code limit}; has to end the connection
   */
  SocketOutput(OutputStream socket, Duration limit, Consumer<IOException> late) {
    this.socket = socket;
    millis = limit.toMillis();
    timeout =
        new AsyncTimeout() {
          @Override
          protected void timedOut() {
            late.accept(words());
          }
        };
    timeout.timeout(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    IOException failure = null;
    timeout.enter();
    try {
      socket.write(bytes, offset, length);
    } catch (IOException e) {
      failure = e;
    }
    if (timeout.exit()) {
      throw words();
    }
    if (failure != null) {
      throw failure;
    }
  }

  private SocketTimeoutException words() {
    return new SocketTimeoutException("the server took nothing for " + millis + " ms");
  }
}
