package dev.sandpool.processes;

import dev.sandpool.Sandbox;
import dev.sandpool.bootstrap.Sandpool;
import dev.sandpool.bootstrap.SandpoolSettings;
import dev.sandpool.testcluster.TestCluster;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** The contract on Pods, with a full image and with one that has busybox alone. */
class RawProcessesIT {

  private static TestCluster test;

  @BeforeAll
  static void open() {
    test = TestCluster.open("processes");
  }

  @AfterAll
  static void close() {
    if (test != null) {
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

  /** Busybox. */
  @Nested
  class Busybox extends OnPod {
    Busybox() {
      super(TestCluster.BUSYBOX);
    }
  }

  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  abstract static class OnPod extends ProcessesContract {

    private final String image;
    private Sandpool sandpool;
    private Sandbox sandbox;

    OnPod(String image) {
      this.image = image;
    }

    @BeforeAll
    void start() {
      Map<String, String> settings =
          Map.of(
              "sandpool.mode",
              "raw",
              "sandpool.pool.min-idle",
              "0",
              "sandpool.kubernetes.kubeconfig",
              TestCluster.kubeconfig().toString(),
              "sandpool.kubernetes.namespace",
              test.cluster().namespace(),
              "sandpool.spec.image",
              image);
      sandpool =
          Sandpool.start(SandpoolSettings.read(key -> Optional.ofNullable(settings.get(key))));
      sandbox = sandpool.sandboxes().create();
    }

    @AfterAll
    void stop() {
      sandbox.close();
      sandpool.close();
    }

    @Override
    Sandbox sandbox() {
      return sandbox;
    }
  }
}
