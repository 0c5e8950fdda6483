package dev.sandpool.kubernetes.claim;

import dev.sandpool.backend.NoTerminalContract;
import dev.sandpool.kubernetes.claim.connect.TestConnections;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings.Kind;
import dev.sandpool.testcluster.TestCluster;

/** The contract on claims. The legacy runtime, through the API server. */
class LegacyTunnelBackendIT extends OnClaims implements NoTerminalContract {

  @Override
  RuntimePod pod() {
    return RuntimePod.legacy().onLoopback();
  }

  @Override
  AccessSettings access(TestCluster test) {
    return by(Kind.AUTO, TestConnections.tunnelToPod());
  }

  @Override
  public String terminalsNeed() {
    return "sandpool.claim.exec-fallback=true";
  }
}
