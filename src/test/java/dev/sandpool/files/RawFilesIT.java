package dev.sandpool.files;

import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.raw.RawBackend;
import dev.sandpool.kubernetes.raw.RawSandboxes;
import dev.sandpool.testcluster.TestCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The contract on Pods, with a full image and with one that has busybox alone. */
class RawFilesIT {

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

  abstract static class OnPod extends SandboxFilesContract {

    private final String image;
    private ManagedSandbox sandbox;

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

    @Override
    ManagedSandbox sandbox() {
      return sandbox;
    }
  }
}
