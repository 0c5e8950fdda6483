package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.backend.exec.Scripts;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The probe's scripts where an image has one tool only; python3 and nc are tried in Pods. */
class ProbeScriptsTest {

  private static final String LISTEN = Scripts.load(ProbeServer.class, "probe-listen.sh");
  private static final String CONNECT = Scripts.load(ProbeServer.class, "probe-connect.sh");

  @TempDir private Path tools;
  private int port;

  @BeforeEach
  void findPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
  }

  @Test
  void perlListensAndConnects() throws Exception {
    give("perl");
    assertThat(connect()).isEqualTo(1);
    Process server = start(LISTEN);
    try {
      await().until(() -> connect() == 0);
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void bashConnects() throws Exception {
    give("perl");
    Process server = start(LISTEN);
    try {
      await().until(() -> connect() == 0);
      Files.delete(tools.resolve("perl"));
      give("bash");
      give("timeout");

      assertThat(connect()).isZero();
    } finally {
      server.destroyForcibly();
      assertThat(server.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(connect()).isEqualTo(1);
  }

  /** As a proxy beside the container does that accepts for everybody. */
  @Test
  void connectionWithoutTheWordIsNone() throws Exception {
    try (ServerSocket silent = new ServerSocket(port)) {
      assertThat(silent.isBound()).isTrue();
      give("perl");
      assertThat(connect()).isEqualTo(1);
      Files.delete(tools.resolve("perl"));
      give("bash");
      give("timeout");
      assertThat(connect()).isEqualTo(1);
    }
  }

  @Test
  void imageWithoutToolsIsSaid() throws Exception {
    assertThat(start(LISTEN).waitFor()).isEqualTo(64);
    assertThat(connect()).isEqualTo(64);
  }

  private void give(String tool) throws IOException {
    Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
  }

  private int connect() throws IOException, InterruptedException {
    return start(CONNECT).waitFor();
  }

  private Process start(String script) throws IOException {
    ProcessBuilder process = new ProcessBuilder("/bin/sh", "-c", script);
    process.environment().clear();
    process
        .environment()
        .putAll(
            Map.of(
                "PATH", tools.toString(), "ADDRESS", "127.0.0.1", "PORT", Integer.toString(port)));
    return process
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
