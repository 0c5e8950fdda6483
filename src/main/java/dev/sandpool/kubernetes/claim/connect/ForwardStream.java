package dev.sandpool.kubernetes.claim.connect;

import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.sandpool.kubernetes.websocket.CloseCode;
import dev.sandpool.kubernetes.websocket.WebSocketConnection;
import dev.sandpool.kubernetes.websocket.WebSocketEvents;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import okhttp3.Response;
import okio.Buffer;

/**
 * One connection to a port of a Pod, over Kubernetes' port-forward protocol.
 *
 * <p>Every message begins with the number of its channel: 0 data, 1 what went wrong, as text. The
 * first two bytes of each channel are the port's number. Source: {@code
 * k8s.io/kubelet/pkg/cri/streaming/portforward}. The reader holds the sender back: at most {@value
 * #MOST_HELD} bytes and a message wait for it.
 */
final class ForwardStream implements WebSocketEvents {

  /** What {@link #read} returns when its time is up. */
  static final int NOTHING_YET = -2;

  static final int MOST_HELD = 1024 * 1024;

  private static final int DATA = 0;
  private static final int ERROR = 1;
  private static final int PORT_BYTES = 2;
  private static final int MOST_IN_A_MESSAGE = 32 * 1024;
  private static final int LONGEST_BODY = 4096;

  private final ForwardHost host;
  private final int port;
  private final Deque<byte[]> arrived = new ArrayDeque<>();
  private final int[] announced = {PORT_BYTES, PORT_BYTES};
  private final StringBuilder complaint = new StringBuilder();
  private WebSocketConnection connection;
  private int consumed;
  private int held;
  private boolean open;
  private boolean over;
  private IOException failure;

  ForwardStream(ForwardHost host, int port) {
    this.host = host;
    this.port = port;
  }

  synchronized void attach(WebSocketConnection opening) {
    connection = opening;
    if (over) {
      opening.cancel();
    }
  }

  /** Waits until the API server has agreed. 0 waits as long as it takes. */
  synchronized void awaitOpen(int millis) throws IOException {
    if (!await(() -> open, millis)) {
      throw new SocketTimeoutException("the API server did not open a tunnel to " + place());
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Reads what is there, or waits; -1 at the end. 0 waits as long as it takes. */
  synchronized int read(byte[] into, int offset, int length, int millis) throws IOException {
    if (!await(() -> !arrived.isEmpty(), millis)) {
      return NOTHING_YET;
    }
    if (arrived.isEmpty()) {
      if (failure != null) {
        throw failure;
      }
      return -1;
    }
    byte[] first = arrived.peek();
    int n = Math.min(length, first.length - consumed);
    System.arraycopy(first, consumed, into, offset, n);
    consumed += n;
    if (consumed == first.length) {
      arrived.remove();
      held -= first.length;
      consumed = 0;
      notifyAll();
    }
    return n;
  }

  synchronized int available() {
    return held - consumed;
  }

  synchronized boolean isOver() {
    return over && arrived.isEmpty();
  }

  /** Sends; waits while the other side is slow. */
  void write(byte[] bytes, int offset, int length) throws IOException {
    for (int from = 0; from < length; from += MOST_IN_A_MESSAGE) {
      int n = Math.min(MOST_IN_A_MESSAGE, length - from);
      send(bytes, offset + from, n);
    }
  }

  void close() {
    WebSocketConnection current;
    synchronized (this) {
      current = connection;
      arrived.clear();
      held = 0;
      end(null);
    }
    if (current != null) {
      current.close();
    }
  }

  @Override
  public synchronized void onOpen(WebSocketConnection opened, String protocol) {
    attach(opened);
    open = true;
    notifyAll();
  }

  @Override
  public synchronized void onMessage(int channel, Buffer message) {
    if (channel > ERROR) {
      return;
    }
    byte[] all = message.readByteArray();
    int skipped = Math.min(announced[channel], all.length);
    announced[channel] -= skipped;
    if (all.length == skipped) {
      return;
    }
    byte[] payload = skipped == 0 ? all : Arrays.copyOfRange(all, skipped, all.length);
    if (channel == DATA) {
      keep(payload);
    } else {
      complain(payload);
    }
  }

  @Override
  public synchronized void onClosed(int code, String reason) {
    end(
        code == CloseCode.NORMAL
            ? null
            : new IOException("the tunnel to " + place() + " was closed: " + code + " " + reason));
  }

  @Override
  public synchronized void onFailure(IOException error, Response refusal) {
    end(
        refusal == null
            ? new IOException("the tunnel to " + place() + " broke: " + error, error)
            : refusal(refusal));
  }

  private void keep(byte[] payload) {
    await(() -> held <= MOST_HELD, 0);
    if (!over) {
      arrived.add(payload);
      held += payload.length;
      notifyAll();
    }
  }

  /** The server says why, and closes later, if at all. */
  private void complain(byte[] text) {
    complaint.append(new String(text, StandardCharsets.UTF_8));
    String said = complaint.toString();
    end(new IOException(said.strip() + " (" + place() + ", through the API server" + hint(said)));
  }

  /** In a sandboxed runtime the Pod's localhost is not where the kubelet looks for it. */
  private static String hint(String said) {
    return said.contains("refused")
        ? "; the runtime may not listen yet, or the Pod runs in gVisor or Kata, whose ports cannot"
            + " be forwarded: then set sandpool.claim.tunnel-to=router)"
        : ")";
  }

  private IOException refusal(Response response) {
    String said = "HTTP " + response.code();
    try {
      String body = response.peekBody(LONGEST_BODY).string();
      said += ": " + JsonParser.parseString(body).getAsJsonObject().get("message").getAsString();
    } catch (IOException | JsonParseException | IllegalStateException | NullPointerException e) {
      said += " " + response.message();
    }
    String cure =
        response.code() == 403
            ? "; allow Sandpool's account to create pods/portforward in namespace "
                + host.namespace()
            : "";
    String text = "the API server opens no tunnel to " + place() + ": " + said.strip() + cure;
    // A Pod that is gone does not come back under its name, nor do rights come by waiting. (No
    // ConnectException: OkHttp would put its own words in place of these.)
    boolean hopeless = response.code() == 403 || response.code() == 404;
    return hopeless ? new HopelessException(text) : new IOException(text);
  }

  private void end(IOException why) {
    if (!over) {
      over = true;
      failure = why;
      notifyAll();
    }
  }

  private void send(byte[] bytes, int offset, int length) throws IOException {
    WebSocketConnection current;
    synchronized (this) {
      current = connection;
      if (over) {
        throw failure == null
            ? new IOException("the tunnel to " + place() + " is closed")
            : failure;
      }
    }
    try {
      current.send(DATA, bytes, offset, length);
    } catch (IOException e) {
      throw new IOException("cannot write to " + place() + ": " + e.getMessage(), e);
    }
  }

  /** Waits for something, or the end; false when the time is over. 0 waits as long as it takes. */
  private boolean await(BooleanSupplier condition, int millis) {
    long deadline = System.nanoTime() + millis * 1_000_000L;
    try {
      while (!condition.getAsBoolean() && !over) {
        long left = (deadline - System.nanoTime()) / 1_000_000 + 1;
        if (millis != 0 && left <= 0) {
          return false;
        }
        wait(millis == 0 ? 0 : left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      end(new IOException("interrupted while waiting for " + place(), e));
    }
    return true;
  }

  private String place() {
    return "port " + port + " of Pod " + host.namespace() + "/" + host.pod();
  }
}
