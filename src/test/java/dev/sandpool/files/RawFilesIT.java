package dev.sandpool.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.SandboxFiles;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.kubernetes.raw.RawBackend;
import dev.sandpool.kubernetes.raw.RawSandboxes;
import dev.sandpool.testcluster.TestCluster;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** The contract on Pods, with a full image and with one that has busybox alone. */
class RawFilesIT {

  private static final Duration BOUND = Duration.ofMinutes(2);

  private static TestCluster test;
  private static ExecThreads threads;
  private static RawBackend backend;

  @BeforeAll
  static void open() {
    test = TestCluster.open("files");
    threads = ExecThreads.create();
    backend = new RawBackend(RawSandboxes.settings(test.settings()), threads, ExecTimings.DEFAULT);
  }

  @AfterAll
  static void close() {
    if (test != null) {
      backend.close();
      threads.close();
      test.close();
    }
  }

  /** Coreutils and dash. */
  @Nested
  class Debian extends OnPod {
    Debian() {
      super(TestCluster.DEBIAN);
    }
  }

  /** No tar, no base64, no python3. */
  @Nested
  class Busybox extends OnPod {
    Busybox() {
      super(TestCluster.BUSYBOX);
    }
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  abstract static class OnPod extends FilesContract {

    private final AtomicInteger tests = new AtomicInteger();
    private final String image;
    private ManagedSandbox sandbox;
    private String root;

    OnPod(String image) {
      this.image = image;
    }

    @BeforeAll
    void create() {
      sandbox = backend.create(RawSandboxes.spec(image));
    }

    @AfterAll
    void destroy() {
      sandbox.destroy();
    }

    @BeforeEach
    void makeRoot() {
      root = "/workspace/test" + tests.incrementAndGet();
      run("mkdir " + root, "/workspace");
    }

    @Override
    SandboxFiles files() {
      return new ShellFiles(sandbox::start, "/", BOUND);
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
      CommandEnd end = sandbox.start(command, (stream, bytes) -> {}).end().join();
      assertThat(end.exitCode()).as(script).isEqualTo(OptionalInt.of(0));
    }
  }
}
