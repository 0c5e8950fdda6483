package dev.sandpool.files;

import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.claim.ClaimBackend;
import dev.sandpool.kubernetes.claim.ClaimSandboxes;
import dev.sandpool.kubernetes.claim.fixture.AgentSandbox;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.testcluster.TestCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on a claimed sandbox, with commands by exec. */
class ClaimFilesIT extends SandboxFilesContract {

  private TestCluster test;
  private AgentSandbox agents;
  private ExecThreads threads;
  private ClaimBackend backend;
  private ManagedSandbox sandbox;

  @BeforeAll
  void open() {
    test = TestCluster.open("claimfiles");
    agents = AgentSandbox.open(test);
    agents.template("plain", RuntimePod.idle());
    threads = ExecThreads.create();
    backend = ClaimSandboxes.fromTemplate(test, "plain", threads);
    sandbox = backend.create(ClaimSandboxes.spec());
  }

  @AfterAll
  void close() {
    if (test != null) {
      sandbox.destroy();
      backend.close();
      threads.close();
      agents.close();
      test.close();
    }
  }

  @Override
  ManagedSandbox sandbox() {
    return sandbox;
  }
}
