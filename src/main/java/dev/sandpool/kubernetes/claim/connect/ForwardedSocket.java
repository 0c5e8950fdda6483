package dev.sandpool.kubernetes.claim.connect;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;

/**
 * A connection to a port of a Pod, for whoever takes it for a TCP socket.
 *
 * <p>Nothing listens on this machine: a local port would be open to everybody on it.
 */
final class ForwardedSocket extends Socket {

  private final PortForwards forwards;
  private volatile ForwardStream stream;
  private volatile int readTimeout;
  private volatile boolean closed;

  ForwardedSocket(PortForwards forwards) {
    this.forwards = forwards;
  }

  @Override
  public void connect(SocketAddress endpoint, int timeout) throws IOException {
    InetSocketAddress address = (InetSocketAddress) endpoint;
    stream = forwards.open(ForwardHost.parse(address.getHostString()), address.getPort());
    try {
      stream.awaitOpen(timeout);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public InputStream getInputStream() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
          return 0;
        }
        int n = stream.read(into, offset, length, readTimeout);
        if (n == ForwardStream.NOTHING_YET) {
          throw new SocketTimeoutException("Read timed out");
        }
        return n;
      }

      @Override
      public int available() {
        return stream.available();
      }

      @Override
      public void close() {
        ForwardedSocket.this.close();
      }
    };
  }

  @Override
  public OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        stream.write(bytes, offset, length);
      }

      @Override
      public void close() {
        ForwardedSocket.this.close();
      }
    };
  }

  @Override
  public synchronized void close() {
    closed = true;
    ForwardStream current = stream;
    if (current != null) {
      current.close();
    }
  }

  @Override
  public boolean isConnected() {
    return stream != null;
  }

  @Override
  public boolean isBound() {
    return isConnected();
  }

  @Override
  public boolean isClosed() {
    return closed || (stream != null && stream.isOver());
  }

  @Override
  public boolean isInputShutdown() {
    return isClosed();
  }

  @Override
  public boolean isOutputShutdown() {
    return isClosed();
  }

  /** The protocol can't end one direction only; ending both would lose what is on its way. */
  @Override
  public void shutdownOutput() {}

  @Override
  public void shutdownInput() {}

  @Override
  public synchronized void setSoTimeout(int millis) {
    readTimeout = millis;
  }

  @Override
  public synchronized int getSoTimeout() {
    return readTimeout;
  }

  @Override
  public void setTcpNoDelay(boolean on) {}

  @Override
  public String toString() {
    return "a port of a Pod, forwarded";
  }
}
