package dev.sandpool.kubernetes.raw;

import dev.sandpool.kubernetes.Right;
import dev.sandpool.kubernetes.stock.StockRights;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** What mode raw must be allowed to do; a test holds it against the Role that grants it. */
final class RawRights {

  private static final String ROLE = "kubernetes/rbac/role.yaml";
  private static final String CLUSTER_ROLE =
      "kubernetes/rbac/namespace-per-sandbox/clusterrole.yaml";
  private static final String HOME_ROLE = "kubernetes/rbac/namespace-per-sandbox/role.yaml";
  private static final String NETWORK = "networking.k8s.io";
  private static final boolean NEEDED = true;
  private static final boolean USEFUL = false;

  private final String namespace;
  private final String grantedBy;

  private RawRights(String namespace, String grantedBy) {
    this.namespace = namespace;
    this.grantedBy = grantedBy;
  }

  /** Those that settings need, given the namespace that they lead to. */
  static Function<String, List<Right>> of(RawSettings settings) {
    return settings.namespacePerSandbox() ? RawRights::around : RawRights::in;
  }

  /** The rights for Pods that live in one namespace. */
  static List<Right> in(String namespace) {
    StockRights stock = new StockRights(namespace, ROLE);
    return Stream.of(
            new RawRights(namespace, ROLE).pods(USEFUL).stream(), stock.leases(), stock.events())
        .flatMap(rights -> rights)
        .toList();
  }

  /** The rights for namespaces of sandboxes' own, which nobody can name beforehand. */
  static List<Right> everywhere() {
    RawRights rights = new RawRights("", CLUSTER_ROLE);
    return Stream.of(
            rights.namespaces().stream(),
            rights.pods(NEEDED).stream(),
            new StockRights("", CLUSTER_ROLE).events())
        .flatMap(each -> each)
        .toList();
  }

  /** Those, and what is needed where Sandpool itself is. */
  private static List<Right> around(String home) {
    return Stream.concat(everywhere().stream(), new StockRights(home, HOME_ROLE).leases()).toList();
  }

  private List<Right> namespaces() {
    return List.of(
        core("create", "namespaces", "", "making sandboxes", NEEDED),
        core("get", "namespaces", "", "closing", NEEDED),
        core("delete", "namespaces", "", "closing", NEEDED),
        core("list", "namespaces", "", "cleaning up after a crash", USEFUL),
        core("create", "resourcequotas", "", "making sandboxes", NEEDED),
        core("create", "limitranges", "", "making sandboxes", NEEDED));
  }

  private List<Right> pods(boolean policies) {
    return List.of(
        core("list", "pods", "", "start", NEEDED),
        core("watch", "pods", "", "start-up, loss, listing", NEEDED),
        core("create", "pods", "", "making sandboxes", NEEDED),
        core("get", "pods", "", "finding sandboxes", NEEDED),
        core("patch", "pods", "", "claiming", NEEDED),
        core("delete", "pods", "", "closing", NEEDED),
        core("get", "pods", "exec", "commands, files", NEEDED),
        core("create", "pods", "exec", "commands and files from Kubernetes 1.35 on", USEFUL),
        policies("get", "isolation", NEEDED),
        policies("create", "isolation, unless the policy is made by hand", policies),
        core("list", "events", "", "why a Pod does not start", USEFUL));
  }

  private Right core(
      String verb, String resource, String subresource, String feature, boolean required) {
    return new Right(verb, "", resource, subresource, namespace, feature, required, grantedBy);
  }

  private Right policies(String verb, String feature, boolean required) {
    return new Right(verb, NETWORK, "networkpolicies", "", namespace, feature, required, grantedBy);
  }
}
