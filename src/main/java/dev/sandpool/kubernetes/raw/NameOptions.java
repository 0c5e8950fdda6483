package dev.sandpool.kubernetes.raw;

import dev.sandpool.InvalidValueException;
import io.kubernetes.client.openapi.models.V1HostAlias;
import io.kubernetes.client.openapi.models.V1PodDNSConfig;
import io.kubernetes.client.openapi.models.V1PodDNSConfigOption;
import io.kubernetes.client.openapi.models.V1PodSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a sandbox finds addresses by name.
 *
 * @param hostAliases names for {@code /etc/hosts} by IP address
 * @param dnsPolicy {@code ClusterFirst}, {@code Default} (the node's) or {@code None}
 * @param nameservers IP addresses of name servers; the only ones with policy {@code None}
 * @param searches domains to look names up in
 * @param options resolver options, such as {@code ndots:2}
 */
public record NameOptions(
    Map<String, List<String>> hostAliases,
    String dnsPolicy,
    List<String> nameservers,
    List<String> searches,
    List<String> options) {

  /** What the settings are unless given: the cluster's DNS. */
  public static final NameOptions DEFAULT =
      new NameOptions(Map.of(), "ClusterFirst", List.of(), List.of(), List.of());

  /** Copies, and checks that there is a name server at all. */
  public NameOptions {
    hostAliases = new TreeMap<>(hostAliases);
    nameservers = List.copyOf(nameservers);
    searches = List.copyOf(searches);
    options = List.copyOf(options);
    if (dnsPolicy.equals("None") && nameservers.isEmpty()) {
      throw new InvalidValueException(
          "sandpool.raw.dns-policy",
          dnsPolicy,
          "give sandpool.raw.dns-nameservers with it, or another policy");
    }
  }

  void apply(V1PodSpec pod) {
    pod.dnsPolicy(dnsPolicy)
        .hostAliases(
            hostAliases.entrySet().stream()
                .map(alias -> new V1HostAlias().ip(alias.getKey()).hostnames(alias.getValue()))
                .toList());
    if (!(nameservers.isEmpty() && searches.isEmpty() && options.isEmpty())) {
      pod.dnsConfig(
          new V1PodDNSConfig()
              .nameservers(nameservers)
              .searches(searches)
              .options(options.stream().map(NameOptions::option).toList()));
    }
  }

  private static V1PodDNSConfigOption option(String text) {
    int colon = text.indexOf(':');
    return colon < 0
        ? new V1PodDNSConfigOption().name(text)
        : new V1PodDNSConfigOption()
            .name(text.substring(0, colon))
            .value(text.substring(colon + 1));
  }
}
