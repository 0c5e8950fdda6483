package dev.sandpool.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/**
 * A redis-server of a test's own, in a directory that goes with it. Where there is none on this
 * machine the test is skipped, with a line on how to have it run; with {@code CI=true} it fails.
 */
public final class RedisServer implements AutoCloseable {

  private final Path directory;
  private final int port;
  private final List<String> options;
  private Process process;

  private RedisServer(Path directory, List<String> options) {
    this.directory = directory;
    this.options = options;
    this.port = freePort();
  }

  /** Starts one on a port of the loopback interface. */
  public static RedisServer start(Path directory, String... options) {
    RedisServer server = new RedisServer(directory, List.of(options));
    server.start();
    return server;
  }

  public int port() {
    return port;
  }

  /** Kills it at once; what it had is gone unless it was told to keep it. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Starts it again, on the same port. */
  public void start() {
    boolean encrypted = options.contains("--tls-cert-file");
    List<String> command = new ArrayList<>(List.of("redis-server", "--bind", "127.0.0.1"));
    command.addAll(List.of("--port", encrypted ? "0" : Integer.toString(port)));
    if (encrypted) {
      command.addAll(List.of("--tls-port", Integer.toString(port), "--tls-auth-clients", "no"));
    }
    command.addAll(List.of("--dir", directory.toString(), "--save", "", "--appendonly", "yes"));
    command.addAll(List.of("--appendfsync", "always"));
    command.addAll(options);
    Path log = directory.resolve("redis.log");
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      skip(e);
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> Files.readString(log).contains("Ready to accept connections"));
  }

  @Override
  public void close() {
    process.destroy();
    awaitEnd();
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void skip(IOException cause) {
    String how = "No redis-server on this machine; install one, or let .ci/run do it";
    if ("true".equals(System.getenv("CI"))) {
      throw new UncheckedIOException(how, cause);
    }
    System.err.println("SKIPPED: " + how);
    Assumptions.abort(how);
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
