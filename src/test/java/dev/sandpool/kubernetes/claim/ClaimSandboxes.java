package dev.sandpool.kubernetes.claim;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.claim.connect.Connector;
import dev.sandpool.kubernetes.claim.connect.ExecConnector;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeConnector;
import dev.sandpool.kubernetes.raw.RawSandboxes;
import dev.sandpool.testcluster.TestCluster;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Back ends of mode agent-sandbox on the test cluster, for the tests of this mode. */
public final class ClaimSandboxes {

  private ClaimSandboxes() {}

  /** From a pool of the cluster's, with commands by exec. */
  public static ClaimBackend fromPool(TestCluster test, String pool, ExecThreads threads) {
    return open(test, Optional.of(pool), Optional.empty(), Duration.ofMinutes(10), threads);
  }

  /** From a template, likewise. */
  public static ClaimBackend fromTemplate(TestCluster test, String template, ExecThreads threads) {
    return open(test, Optional.empty(), Optional.of(template), Duration.ofMinutes(10), threads);
  }

  /** From a pool, with commands by a runtime and over a way to it. */
  public static ClaimBackend fromPool(
      TestCluster test, String pool, AccessSettings access, ExecThreads threads) {
    return fromPool(test.settings(), pool, access, threads);
  }

  /** Likewise, as somebody else than the cluster's administrator. */
  static ClaimBackend fromPool(
      ClusterSettings account, String pool, AccessSettings access, ExecThreads threads) {
    return open(
        account,
        new ClaimOptions(Optional.of(pool), Optional.empty(), Map.of(), Map.of()),
        Duration.ofMinutes(10),
        cluster ->
            RuntimeConnector.open(
                access, cluster, new ExecConnector(cluster, Optional.empty()), threads),
        threads);
  }

  /** From a template, with commands by exec, likewise. */
  static ClaimBackend fromTemplate(ClusterSettings account, String template, ExecThreads threads) {
    return open(
        account,
        new ClaimOptions(Optional.empty(), Optional.of(template), Map.of(), Map.of()),
        Duration.ofMinutes(10),
        cluster -> new ExecConnector(cluster, Optional.empty()),
        threads);
  }

  static ClaimBackend open(
      TestCluster test,
      Optional<String> pool,
      Optional<String> template,
      Duration lease,
      ExecThreads threads) {
    return open(
        test.settings(),
        new ClaimOptions(pool, template, Map.of(), Map.of()),
        lease,
        cluster -> new ExecConnector(cluster, Optional.empty()),
        threads);
  }

  private static ClaimBackend open(
      ClusterSettings account,
      ClaimOptions options,
      Duration lease,
      Function<Cluster, Connector> connectors,
      ExecThreads threads) {
    return new ClaimBackend(
        new ClaimSettings(account, lease, Duration.ofHours(1), Optional.empty(), options, Map.of()),
        name -> RawSandboxes.spec(),
        connectors,
        threads,
        ExecTimings.DEFAULT,
        Clock.systemUTC());
  }

  /** What to make; image and resources are the template's. */
  public static SandboxSpec spec() {
    return RawSandboxes.spec();
  }
}
