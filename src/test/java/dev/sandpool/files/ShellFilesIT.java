package dev.sandpool.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.SandboxFiles;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.local.HostShell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The contract on this machine's shells. */
class ShellFilesIT {

  private static final String PATH = "/usr/local/bin:/usr/bin:/bin";

  /** Whatever {@code /bin/sh} is. */
  @Nested
  class Plain extends OnShell {
    @Override
    HostShell open(Path tools) {
      return new HostShell(PATH, List.of("/bin/sh"));
    }
  }

  /** Bash as {@code sh}. */
  @Nested
  class Bash extends OnShell {
    @Override
    HostShell open(Path tools) throws IOException {
      Path bash = present("bash");
      Files.createSymbolicLink(tools.resolve("sh"), bash);
      return new HostShell(tools + ":" + PATH, List.of(tools + "/sh"));
    }
  }

  /** Nothing but busybox. */
  @Nested
  class Busybox extends OnShell {
    @Override
    HostShell open(Path tools) throws IOException {
      Path busybox = present("busybox");
      Process list = new ProcessBuilder(busybox.toString(), "--list").start();
      for (String applet : applets(list)) {
        Files.createSymbolicLink(tools.resolve(applet), busybox);
      }
      return new HostShell(tools.toString(), List.of(tools + "/sh"));
    }
  }

  private static List<String> applets(Process list) throws IOException {
    return new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
  }

  static Path present(String tool) {
    Path found = Path.of("/usr/bin", tool);
    Assumptions.assumeTrue(Files.exists(found), tool + " is not installed");
    return found;
  }

  abstract static class OnShell extends FilesContract {

    private HostShell shell;
    private Path tools;
    private String root;

    abstract HostShell open(Path tools) throws IOException;

    @BeforeEach
    void open(@TempDir Path temporary, @TempDir Path tools) throws IOException {
      Files.setPosixFilePermissions(
          tools, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
      root = HostShell.directory(temporary).toString();
      this.tools = tools;
      shell = open(tools);
    }

    @AfterEach
    void close() throws IOException {
      if (shell == null) {
        return; // skipped: there is nothing to run it with
      }
      shell("chmod -R u+rwX . 2>/dev/null; exit 0");
      shell.close();
      try (Stream<Path> links = Files.list(tools)) {
        for (Path link : links.toList()) {
          Files.delete(link);
        }
      }
    }

    @Override
    SandboxFiles files() {
      return new ShellFiles(shell.runner()::start, "/", Duration.ofSeconds(60));
    }

    @Override
    String root() {
      return root;
    }

    @Override
    void shell(String script) {
      ShellCommand command =
          new ShellCommand(script, root, Map.of(), Optional.empty(), Duration.ofSeconds(60));
      CommandEnd end = shell.runner().start(command, (stream, bytes) -> {}).end().join();
      assertThat(end.exitCode()).isEqualTo(OptionalInt.of(0));
    }
  }
}
