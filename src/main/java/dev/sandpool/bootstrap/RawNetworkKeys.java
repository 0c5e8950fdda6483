package dev.sandpool.bootstrap;

import dev.sandpool.kubernetes.network.EgressRule;
import dev.sandpool.kubernetes.network.NetworkOptions;
import dev.sandpool.kubernetes.network.NetworkOptions.Reach;
import java.util.List;
import java.util.function.Function;

/** The keys for what a Pod reaches. */
final class RawNetworkKeys {

  /** Stands for an empty list where the key for all specifications has one. */
  private static final String NOTHING = "none";

  static final Setting<Reach> NETWORK =
      Setting.of(
          "sandpool.raw.network",
          SettingType.oneOf(Reach.class),
          "none",
          "What sandboxes reach, beside what the `egress-` keys allow: nothing, name servers, or"
              + " these and the public internet. Nobody reaches into a sandbox.");

  static final Setting<List<EgressRule>> NAME_SERVERS =
      Setting.of(
          "sandpool.raw.egress-dns",
          rules("servers", "k8s-app=kube-dns@kube-system,169.254.20.10", EgressRule::nameServer),
          NetworkOptions.USUAL_NAME_SERVERS,
          "Name servers that are asked unless the network is `none`: Pods as in `egress-services`"
              + " (their port, where it is not 53), or addresses such as `169.254.20.10` of a"
              + " NodeLocal DNSCache.");

  static final Setting<List<EgressRule>> ADDRESSES =
      Setting.of(
          "sandpool.raw.egress-allow",
          rules("addresses", "203.0.113.0/24:443,10.0.0.0/8:8000-8100/udp", EgressRule::address),
          "",
          "Addresses that sandboxes reach, such as `203.0.113.0/24:443,[2001:db8::1]:5432`, with"
              + " a port or range of ports, `/udp` or `/sctp` after it; all ports where none is"
              + " named. `none` for none in one specification.");

  static final Setting<List<EgressRule>> SERVICES =
      Setting.of(
          "sandpool.raw.egress-services",
          rules("services", "app=postgres@databases:5432", EgressRule::service),
          "",
          "Pods of the cluster that sandboxes reach, such as `app=postgres@databases:5432`: labels"
              + " of the Pods (more after `+`, or `*`), `@`, the name or labels of their namespace,"
              + " and their port as in `egress-allow`. `none` for none in one specification.");

  static final List<Setting<?>> ALL = List.of(NETWORK, NAME_SERVERS, ADDRESSES, SERVICES);

  private RawNetworkKeys() {}

  static NetworkOptions network(SettingsReader from) {
    Reach reach = from.read(NETWORK);
    List<EgressRule> servers = from.read(NAME_SERVERS);
    List<EgressRule> addresses = from.read(ADDRESSES);
    List<EgressRule> services = from.read(SERVICES);
    NetworkOptions network =
        from.combine(() -> new NetworkOptions(reach, servers, addresses, services));
    return network == null ? NetworkOptions.NONE : network;
  }

  private static SettingType<List<EgressRule>> rules(
      String name, String example, Function<String, EgressRule> rule) {
    return new SettingType<>(
        name,
        "give " + name + " such as " + example,
        text -> text.equals(NOTHING) ? List.of() : SettingType.elements(text).map(rule).toList());
  }
}
