package dev.sandpool.kubernetes.claim;

import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.ObjectQuery;
import dev.sandpool.kubernetes.ObjectWatch;
import dev.sandpool.kubernetes.SandboxKeys;
import java.time.InstantSource;
import java.util.function.BiConsumer;

/**
 * The kinds of agent-sandbox, in the versions that the cluster serves.
 *
 * @param cluster where
 * @param claims what Sandpool makes
 * @param sandboxes what it gets
 * @param operation how those are stopped and started
 * @param source how claims say where their sandbox comes from
 */
record AgentApi(
    Cluster cluster,
    ObjectApi<Claim> claims,
    ObjectApi<AgentSandbox> sandboxes,
    OperatingMode operation,
    ClaimSource source) {

  /**
   * Connects, and looks for versions and rights.
   *
   * @param machine the time on this machine
   * @throws dev.sandpool.BackendUnavailableException if the cluster can't be used
   */
  static AgentApi open(ClusterSettings settings, InstantSource machine) {
    Cluster cluster = Cluster.load(settings, machine);
    try {
      ServedVersions versions = ServedVersions.discover(cluster);
      cluster.require(ClaimRights.in(cluster.namespace()));
      return of(cluster, versions);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static AgentApi of(Cluster cluster, ServedVersions versions) {
    ObjectApi<WarmPool> pools = extension(cluster, versions, "sandboxwarmpools", WarmPool.class);
    ObjectApi<Template> templates =
        extension(cluster, versions, "sandboxtemplates", Template.class);
    ObjectApi<AgentSandbox> sandboxes =
        new ObjectApi<>(
            cluster,
            AgentKeys.SANDBOX_GROUP,
            versions.sandboxes(),
            "sandboxes",
            AgentSandbox.class);
    return new AgentApi(
        cluster,
        extension(cluster, versions, "sandboxclaims", Claim.class),
        sandboxes,
        OperatingMode.of(sandboxes, versions),
        versions.claimsNameTemplates()
            ? new TemplateSource(pools)
            : new PoolSource(new TemplatePools(templates, pools)));
  }

  private static <T> ObjectApi<T> extension(
      Cluster cluster, ServedVersions versions, String plural, Class<T> type) {
    return new ObjectApi<>(cluster, AgentKeys.CLAIM_GROUP, versions.claims(), plural, type);
  }

  /** Opens the watch on Sandpool's claims. */
  ObjectWatch<Claim> watch(BiConsumer<Claim, Boolean> listener) {
    ObjectApi.Selector ours = ObjectApi.Selector.labelled(SandboxKeys.SELECTOR);
    return new ObjectWatch<>(
        cluster,
        new ObjectQuery<>(
            (version, timeoutSeconds, watch) -> claims.list(ours, version, timeoutSeconds, watch),
            Claim.class,
            Claim.Items.class),
        listener);
  }
}
