package dev.sandpool.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.SandboxFiles;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.ShellCommand;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** The contract in a sandbox that all tests of a class share; each has a directory of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SandboxFilesContract extends FilesContract {

  private static final Duration BOUND = Duration.ofMinutes(2);

  private final AtomicInteger tests = new AtomicInteger();
  private String root;

  /** Where the files are. */
  abstract ManagedSandbox sandbox();

  @BeforeEach
  void makeRoot() {
    root = "/workspace/test" + tests.incrementAndGet();
    run("mkdir " + root, "/workspace");
  }

  @Override
  SandboxFiles files() {
    return new ShellFiles(sandbox()::start, "/", BOUND);
  }

  @Override
  String root() {
    return root;
  }

  @Override
  void shell(String script) {
    run(script, root);
  }

  private void run(String script, String directory) {
    ShellCommand command = new ShellCommand(script, directory, Map.of(), Optional.empty(), BOUND);
    CommandEnd end = sandbox().start(command, (stream, bytes) -> {}).end().join();
    assertThat(end.exitCode()).as(script).isEqualTo(OptionalInt.of(0));
  }
}
