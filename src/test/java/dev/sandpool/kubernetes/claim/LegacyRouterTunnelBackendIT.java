package dev.sandpool.kubernetes.claim;

import dev.sandpool.backend.NoTerminalContract;
import dev.sandpool.kubernetes.claim.connect.TestConnections;
import dev.sandpool.kubernetes.claim.fixture.Router;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings.Kind;
import dev.sandpool.testcluster.TestCluster;

/** The contract on claims. The legacy runtime, through the API server and a router. */
class LegacyRouterTunnelBackendIT extends OnClaims implements NoTerminalContract {

  private static final int PORT = 8081;

  @Override
  RuntimePod pod() {
    return RuntimePod.legacy();
  }

  @Override
  AccessSettings access(TestCluster test) {
    Router.in(test).listeningOn(PORT).start();
    return by(
        Kind.AUTO, TestConnections.tunnelToRouter(test.cluster().namespace(), Router.SERVICE));
  }

  @Override
  public String terminalsNeed() {
    return "sandpool.claim.exec-fallback=true";
  }
}
