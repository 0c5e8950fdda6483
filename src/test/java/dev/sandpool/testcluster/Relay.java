package dev.sandpool.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A way to the test cluster's API server that a test can close and open again: for whoever goes by
 * it, the server goes down and comes up, and for nobody else.
 */
public final class Relay implements AutoCloseable {

  private final URI server;
  private final int port;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ExecutorService workers = Executors.newCachedThreadPool(Relay::daemon);
  private ServerSocket door;

  private Relay(URI server) throws IOException {
    this.server = server;
    door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    port = door.getLocalPort();
    workers.execute(accepting(door));
  }

  /** Opens one. */
  public static Relay to(TestCluster test) {
    try {
      return new Relay(URI.create(test.cluster().client().getBasePath()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The administrator's kubeconfig, by this way. */
  public Path kubeconfig(Path directory) {
    try {
      String direct = Files.readString(TestCluster.kubeconfig());
      String relayed = direct.replace(server.toString(), "https://127.0.0.1:" + port);
      return Files.writeString(directory.resolve("relayed"), relayed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server is gone: connections break, and new ones are refused. */
  public synchronized void shut() {
    end(door);
    sockets.forEach(Relay::end);
    sockets.clear();
  }

  /** It is there again. */
  public synchronized void reopen() {
    try {
      door = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    workers.execute(accepting(door));
  }

  @Override
  public void close() {
    shut();
    workers.shutdownNow();
  }

  private Runnable accepting(ServerSocket open) {
    return () -> {
      try {
        while (true) {
          relay(open, open.accept());
        }
      } catch (IOException e) {
        // It was shut.
      }
    };
  }

  private void relay(ServerSocket through, Socket client) {
    try {
      Socket upstream = new Socket(server.getHost(), server.getPort());
      if (keep(through, client, upstream)) {
        workers.execute(() -> copy(client, upstream));
        workers.execute(() -> copy(upstream, client));
      } else {
        end(upstream);
        end(client);
      }
    } catch (IOException e) {
      end(client);
    }
  }

  /** One that came through the door as it was shut must not outlive that. */
  private synchronized boolean keep(ServerSocket through, Socket client, Socket upstream) {
    return !through.isClosed() && sockets.add(client) && sockets.add(upstream);
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // One of them has ended, and so does the other.
    }
  }

  private static void end(AutoCloseable what) {
    try {
      what.close();
    } catch (Exception e) {
      // It is closed.
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "relay");
    thread.setDaemon(true);
    return thread;
  }
}
