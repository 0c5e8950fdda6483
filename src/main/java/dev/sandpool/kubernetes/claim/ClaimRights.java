package dev.sandpool.kubernetes.claim;

import dev.sandpool.kubernetes.Right;
import dev.sandpool.kubernetes.stock.StockRights;
import java.util.List;
import java.util.stream.Stream;

/** What claims need to be allowed; a test holds it against the Role that grants it. */
final class ClaimRights {

  private static final String ROLE = "kubernetes/rbac/agent-sandbox/role.yaml";
  private static final boolean NEEDED = true;
  private static final boolean USEFUL = false;

  private final String namespace;

  private ClaimRights(String namespace) {
    this.namespace = namespace;
  }

  /** The rights in the namespace of the sandboxes. */
  static List<Right> in(String namespace) {
    StockRights stock = new StockRights(namespace, ROLE);
    return Stream.of(new ClaimRights(namespace).all().stream(), stock.leases(), stock.events())
        .flatMap(rights -> rights)
        .toList();
  }

  private List<Right> all() {
    return List.of(
        claims("list", "start"),
        claims("watch", "start-up, loss, listing"),
        claims("create", "making sandboxes"),
        claims("get", "finding sandboxes"),
        claims("patch", "claiming, renewal"),
        claims("delete", "closing"),
        right("get", AgentKeys.SANDBOX_GROUP, "sandboxes", "", "making sandboxes", NEEDED),
        right("patch", AgentKeys.SANDBOX_GROUP, "sandboxes", "", "suspend, resume", USEFUL),
        right("get", AgentKeys.CLAIM_GROUP, "sandboxwarmpools", "", "templates", USEFUL),
        right("create", AgentKeys.CLAIM_GROUP, "sandboxwarmpools", "", "templates", USEFUL),
        right("get", AgentKeys.CLAIM_GROUP, "sandboxtemplates", "", "templates", USEFUL),
        right("get", "", "pods", "exec", "commands by exec", USEFUL),
        right("create", "", "pods", "exec", "commands by exec from Kubernetes 1.35 on", USEFUL),
        right("get", "", "pods", "portforward", "commands through tunnels", USEFUL),
        right(
            "create",
            "",
            "pods",
            "portforward",
            "commands through tunnels from Kubernetes 1.35 on",
            USEFUL));
  }

  private Right claims(String verb, String feature) {
    return right(verb, AgentKeys.CLAIM_GROUP, "sandboxclaims", "", feature, NEEDED);
  }

  private Right right(
      String verb,
      String group,
      String resource,
      String subresource,
      String feature,
      boolean required) {
    return new Right(verb, group, resource, subresource, namespace, feature, required, ROLE);
  }
}
