package dev.sandpool.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sandpool.TerminalSize;
import dev.sandpool.backend.exec.ChannelEnd;
import dev.sandpool.backend.exec.ChannelListener;
import dev.sandpool.backend.exec.TerminalChannel;
import dev.sandpool.kubernetes.websocket.CloseCode;
import dev.sandpool.kubernetes.websocket.WebSocketConnection;
import dev.sandpool.kubernetes.websocket.WebSocketEvents;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Response;
import okio.Buffer;

/**
 * One exec stream, speaking Kubernetes' remote command protocol.
 *
 * <p>Every message begins with the number of its channel: 0 stdin, 1 stdout, 2 stderr, 3 the final
 * status as JSON, 4 the size of a terminal. In {@code v5} a message of 255 and a channel's number
 * closes that channel; {@code v4} cannot end standard input. Source: {@code
 * k8s.io/apimachinery/pkg/util/remotecommand}.
 */
final class ExecSocket implements TerminalChannel, WebSocketEvents {

  static final String V5 = "v5.channel.k8s.io";
  static final String V4 = "v4.channel.k8s.io";

  private static final int STDIN = 0;
  private static final int STDOUT = 1;
  private static final int STDERR = 2;
  private static final int STATUS = 3;
  private static final int RESIZE = 4;
  private static final int CLOSE = 255;

  private final ChannelListener listener;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile WebSocketConnection connection;
  private volatile boolean endsInput;

  ExecSocket(ChannelListener listener) {
    this.listener = listener;
  }

  void attach(WebSocketConnection opening) {
    connection = opening;
    if (ended.get()) {
      opening.close();
    }
  }

  void refused(Exception error) {
    end(ChannelEnd.broken(error));
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    send(STDIN, bytes, offset, length);
  }

  @Override
  public boolean canEndInput() {
    return endsInput;
  }

  @Override
  public void endInput() throws IOException {
    send(CLOSE, new byte[] {STDIN}, 0, 1);
  }

  @Override
  public void resize(TerminalSize size, int process) throws IOException {
    byte[] json =
        "{\"Width\":%d,\"Height\":%d}".formatted(size.columns(), size.rows()).getBytes(UTF_8);
    send(RESIZE, json, 0, json.length);
  }

  @Override
  public void close() {
    hangUp();
    end(ChannelEnd.unknown());
  }

  @Override
  public void onOpen(WebSocketConnection opened, String protocol) {
    attach(opened);
    endsInput = V5.equals(protocol);
  }

  @Override
  public void onMessage(int channel, Buffer message) {
    // Each channel is announced by an empty message when it opens; those say nothing.
    if (message.exhausted() || ended.get()) {
      return;
    }
    switch (channel) {
      case STDOUT -> listener.onStdout(message.readByteArray());
      case STDERR -> listener.onStderr(message.readByteArray());
      case STATUS -> {
        end(ExecStatus.read(message.readByteArray()));
        hangUp();
      }
      default -> {}
    }
  }

  @Override
  public void onClosed(int code, String reason) {
    end(
        code == CloseCode.NORMAL
            ? ChannelEnd.unknown()
            : ChannelEnd.broken(
                new IOException("the API server closed the stream: " + code + " " + reason)));
  }

  @Override
  public void onFailure(IOException error, Response refusal) {
    end(ChannelEnd.broken(refusal == null ? worded(error) : ExecStatus.refusal(refusal)));
  }

  private static Throwable worded(Throwable error) {
    return error.getMessage() == null
        ? new IOException("the API server dropped the connection", error)
        : error;
  }

  private void end(ChannelEnd how) {
    if (ended.compareAndSet(false, true)) {
      listener.onEnd(how);
    }
  }

  private void send(int channel, byte[] bytes, int offset, int length) throws IOException {
    WebSocketConnection current = connection;
    if (ended.get() || current == null) {
      throw new IOException("the exec stream is closed");
    }
    current.send(channel, bytes, offset, length);
  }

  private void hangUp() {
    WebSocketConnection current = connection;
    if (current != null) {
      current.close();
    }
  }
}
