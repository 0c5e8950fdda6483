package dev.sandpool.kubernetes.claim;

import dev.sandpool.backend.NoTerminalContract;
import dev.sandpool.kubernetes.claim.connect.TestConnections;
import dev.sandpool.kubernetes.claim.fixture.Gateway;
import dev.sandpool.kubernetes.claim.fixture.Router;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings.Kind;
import dev.sandpool.testcluster.TestCluster;
import java.time.Duration;

/** The contract on claims. The legacy runtime, through a Gateway and a router. */
class LegacyGatewayBackendIT extends OnClaims implements NoTerminalContract {

  private static final int PORT = 8081;

  @Override
  RuntimePod pod() {
    return RuntimePod.legacy();
  }

  @Override
  AccessSettings access(TestCluster test) {
    Router router = Router.in(test).listeningOn(PORT).start();
    Gateway.create(test, "entry", PORT).address("IPAddress", router.ip());
    return by(
        Kind.LEGACY,
        TestConnections.gateway(test.cluster().namespace(), "entry", Duration.ofSeconds(30)));
  }

  @Override
  public String terminalsNeed() {
    return "sandpool.claim.exec-fallback=true";
  }
}
