package dev.sandpool.kubernetes.claim;

import dev.sandpool.backend.TerminalContract;
import dev.sandpool.kubernetes.claim.connect.TestConnections;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings.Kind;
import dev.sandpool.testcluster.TestCluster;

/** The contract on claims. Sandboxd, from where Pods can be reached. */
class SandboxdInClusterBackendIT extends OnClaims implements TerminalContract {

  @Override
  RuntimePod pod() {
    return RuntimePod.sandboxd();
  }

  @Override
  AccessSettings access(TestCluster test) {
    return by(Kind.SANDBOXD, TestConnections.inCluster());
  }
}
