package dev.sandpool.local;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.BackendContract;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.TerminalContract;
import dev.sandpool.local.LocalSettings.IsolationChoice;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract, with the isolation that this machine prefers, or that of the system property {@code
 * sandpool.test.isolation}.
 */
class LocalBackendIT extends BackendContract implements TerminalContract {

  private LocalFixture fixture;
  private ServerSocket server;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    String isolation = System.getProperty("sandpool.test.isolation", "AUTO");
    fixture = LocalFixture.start(directory, IsolationChoice.valueOf(isolation));
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @AfterAll
  void stop() throws IOException {
    server.close();
    fixture.close();
  }

  @Override
  public SandboxBackend backend() {
    return fixture.backend();
  }

  @Override
  public SandboxSpec spec() {
    return LocalFixture.spec();
  }

  @Override
  public void killFromOutside(ManagedSandbox sandbox) {
    fixture.killFromOutside(sandbox);
  }

  @Override
  public InetSocketAddress forbiddenAddress() {
    return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
  }
}
