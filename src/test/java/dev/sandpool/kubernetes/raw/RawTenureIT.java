package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.SharedTenureContract;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.testcluster.TestCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** On Pods. */
class RawTenureIT extends SharedTenureContract {

  private TestCluster test;
  private ExecThreads threads;
  private RawBackend one;
  private RawBackend other;

  @BeforeAll
  void open() {
    test = TestCluster.open("tenure");
    threads = ExecThreads.create();
    one = new RawBackend(settings(test.settings()), threads, ExecTimings.DEFAULT);
    other = new RawBackend(settings(test.settings()), threads, ExecTimings.DEFAULT);
  }

  @AfterAll
  void close() {
    if (test != null) {
      one.close();
      other.close();
      threads.close();
      test.close();
    }
  }

  RawSettings settings(ClusterSettings cluster) {
    return RawSandboxes.settings(cluster);
  }

  @Override
  protected SandboxBackend one() {
    return one;
  }

  @Override
  protected SandboxBackend other() {
    return other;
  }

  @Override
  protected SandboxSpec spec() {
    return RawSandboxes.spec(TestCluster.BUSYBOX);
  }

  @Override
  protected int races() {
    return 20;
  }
}
