package dev.sandpool.kubernetes.claim;

import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.claim.fixture.AgentSandbox;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.testcluster.TestCluster;

/** Two back ends on one namespace with a warm pool of two, as two replicas have it. */
record TwoReplicas(
    TestCluster test,
    AgentSandbox agents,
    ExecThreads threads,
    ClaimBackend one,
    ClaimBackend other)
    implements AutoCloseable {

  static TwoReplicas open(String purpose) {
    TestCluster test = TestCluster.open(purpose);
    AgentSandbox agents = AgentSandbox.open(test);
    agents.template("plain", RuntimePod.idle());
    agents.pool("warm", "plain", 2);
    agents.awaitWarm("warm", 2);
    ExecThreads threads = ExecThreads.create();
    return new TwoReplicas(
        test,
        agents,
        threads,
        ClaimSandboxes.fromPool(test, "warm", threads),
        ClaimSandboxes.fromPool(test, "warm", threads));
  }

  @Override
  public void close() {
    one.close();
    other.close();
    threads.close();
    agents.close();
    test.close();
  }
}
