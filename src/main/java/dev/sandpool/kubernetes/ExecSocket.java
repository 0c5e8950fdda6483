package dev.sandpool.kubernetes;

import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.ChannelListener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import okio.ByteString;

/**
 * One exec stream, speaking Kubernetes' remote command protocol.
 *
 * <p>Every message begins with the number of its channel: 0 stdin, 1 stdout, 2 stderr, 3 the final
 * status as JSON. In {@code v5} a message of 255 and a channel's number closes that channel; {@code
 * v4} cannot end standard input. Source: {@code k8s.io/apimachinery/pkg/util/remotecommand}.
 */
final class ExecSocket extends WebSocketListener implements Channel {

  static final String V5 = "v5.channel.k8s.io";
  static final String V4 = "v4.channel.k8s.io";

  private static final int STDIN = 0;
  private static final int STDOUT = 1;
  private static final int STDERR = 2;
  private static final int STATUS = 3;
  private static final int CLOSE = 255;
  private static final int NORMAL = 1000;

  /** OkHttp drops the connection when 16 MiB wait to be sent; writers pause long before. */
  private static final long MOST_QUEUED = 1024 * 1024;

  private static final long PAUSE_NANOS = 500_000;

  private final ChannelListener listener;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile WebSocket socket;
  private volatile boolean open;
  private volatile boolean endsInput;

  ExecSocket(ChannelListener listener) {
    this.listener = listener;
  }

  void attach(WebSocket opened) {
    socket = opened;
  }

  void refused(Exception error) {
    end(ChannelEnd.broken(error));
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    while (!ended.get() && socket.queueSize() > MOST_QUEUED) {
      LockSupport.parkNanos(PAUSE_NANOS);
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while writing to the sandbox");
      }
    }
    send(frame(STDIN, bytes, offset, length));
  }

  @Override
  public boolean canEndInput() {
    return endsInput;
  }

  @Override
  public void endInput() throws IOException {
    send(ByteString.of((byte) CLOSE, (byte) STDIN));
  }

  @Override
  public void close() {
    WebSocket current = socket;
    // A stream that is still opening would keep our close for when it is open, which may be never.
    if (current != null && !(open && current.close(NORMAL, null))) {
      current.cancel();
    }
    end(ChannelEnd.unknown());
  }

  @Override
  public void onOpen(WebSocket opened, Response response) {
    // Messages may come before the caller of newWebSocket had the time to attach it.
    attach(opened);
    open = true;
    endsInput = V5.equals(response.header("Sec-WebSocket-Protocol"));
  }

  @Override
  public void onMessage(WebSocket from, ByteString message) {
    if (message.size() == 0 || ended.get()) {
      return;
    }
    // Each channel is announced by an empty message when it opens; those say nothing.
    byte[] payload = message.substring(1).toByteArray();
    switch (message.getByte(0) & 0xff) {
      case STDOUT -> deliver(payload, true);
      case STDERR -> deliver(payload, false);
      case STATUS -> status(payload);
      default -> {}
    }
  }

  @Override
  public void onClosing(WebSocket from, int code, String reason) {
    from.close(NORMAL, null);
    end(
        code == NORMAL
            ? ChannelEnd.unknown()
            : ChannelEnd.broken(
                new IOException("the API server closed the stream: " + code + " " + reason)));
  }

  @Override
  public void onFailure(WebSocket from, Throwable error, Response response) {
    end(ChannelEnd.broken(response == null ? worded(error) : ExecStatus.refusal(response)));
  }

  private static Throwable worded(Throwable error) {
    return error.getMessage() == null
        ? new IOException("the API server dropped the connection", error)
        : error;
  }

  private void deliver(byte[] payload, boolean stdout) {
    if (payload.length == 0) {
      return;
    }
    if (stdout) {
      listener.onStdout(payload);
    } else {
      listener.onStderr(payload);
    }
  }

  private void status(byte[] payload) {
    if (payload.length > 0) {
      end(ExecStatus.read(payload));
      socket.close(NORMAL, null);
    }
  }

  private void end(ChannelEnd how) {
    if (ended.compareAndSet(false, true)) {
      listener.onEnd(how);
    }
  }

  private void send(ByteString message) throws IOException {
    if (ended.get() || !socket.send(message)) {
      throw new IOException("the exec stream is closed");
    }
  }

  private static ByteString frame(int channel, byte[] bytes, int offset, int length) {
    byte[] message = new byte[length + 1];
    message[0] = (byte) channel;
    System.arraycopy(bytes, offset, message, 1, length);
    return ByteString.of(message);
  }
}
