package dev.sandpool.bootstrap;

import dev.sandpool.kubernetes.raw.NameOptions;
import java.util.List;
import java.util.Map;

/** The keys for how a Pod finds addresses by name. */
final class RawNameKeys {

  static final Setting<Map<String, List<String>>> HOST_ALIASES =
      Setting.of(
          "sandpool.raw.host-aliases",
          KubernetesTypes.HOSTS,
          "",
          "Lines for `/etc/hosts`, such as `10.0.0.5=db,10.0.0.5=db.internal`.");

  static final Setting<String> DNS_POLICY =
      Setting.of(
          "sandpool.raw.dns-policy",
          SettingType.oneOf(List.of("ClusterFirst", "Default", "None")),
          "ClusterFirst",
          "Whose name servers are asked: the cluster's, the node's, or only those given here.");

  static final Setting<List<String>> NAMESERVERS =
      Setting.of(
          "sandpool.raw.dns-nameservers",
          KubernetesTypes.ADDRESSES,
          "",
          "More name servers, such as `10.0.0.10`.");

  static final Setting<List<String>> SEARCHES =
      Setting.of(
          "sandpool.raw.dns-searches",
          KubernetesTypes.NAMES,
          "",
          "More domains that names are looked up in, such as `example.com`.");

  static final Setting<List<String>> OPTIONS =
      Setting.of(
          "sandpool.raw.dns-options",
          KubernetesTypes.RESOLVER_OPTIONS,
          "",
          "Resolver options, such as `ndots:2`.");

  static final List<Setting<?>> ALL =
      List.of(HOST_ALIASES, DNS_POLICY, NAMESERVERS, SEARCHES, OPTIONS);

  private RawNameKeys() {}

  static NameOptions names(SettingsReader from) {
    Map<String, List<String>> aliases = from.read(HOST_ALIASES);
    String policy = from.read(DNS_POLICY);
    List<String> servers = from.read(NAMESERVERS);
    List<String> searches = from.read(SEARCHES);
    List<String> options = from.read(OPTIONS);
    NameOptions names =
        from.combine(() -> new NameOptions(aliases, policy, servers, searches, options));
    return names == null ? NameOptions.DEFAULT : names;
  }
}
