package dev.sandpool.kubernetes.claim;

import dev.sandpool.backend.TerminalContract;
import dev.sandpool.kubernetes.claim.connect.TestConnections;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings.Kind;
import dev.sandpool.testcluster.TestCluster;

/**
 * The contract on claims. Sandboxd, through the API server: it listens where nothing else leads.
 */
class SandboxdTunnelBackendIT extends OnClaims implements TerminalContract {

  @Override
  RuntimePod pod() {
    return RuntimePod.sandboxd().onLoopback();
  }

  @Override
  AccessSettings access(TestCluster test) {
    return by(Kind.AUTO, TestConnections.tunnelToPod());
  }
}
