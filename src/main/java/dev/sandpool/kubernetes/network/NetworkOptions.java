package dev.sandpool.kubernetes.network;

import dev.sandpool.InvalidValueException;
import java.util.List;
import java.util.stream.Stream;

/**
 * What sandboxes reach. Nobody ever reaches into one.
 *
 * @param reach whether names and the internet
 * @param nameServers who may be asked for names where names are looked up
 * @param addresses allowed beside that
 * @param services allowed beside that: Pods of this cluster
 */
public record NetworkOptions(
    Reach reach,
    List<EgressRule> nameServers,
    List<EgressRule> addresses,
    List<EgressRule> services) {

  /** How far a sandbox reaches without being allowed single addresses. */
  public enum Reach {
    /** Nothing. */
    NONE,
    /** Names are looked up. */
    DNS,
    /** Names are looked up, and all public addresses are reached. */
    INTERNET
  }

  /** Who is asked for names in most clusters. */
  public static final String USUAL_NAME_SERVERS = "k8s-app=kube-dns@kube-system";

  /** What the settings are unless given: nothing is reached. */
  public static final NetworkOptions NONE =
      new NetworkOptions(
          Reach.NONE, List.of(EgressRule.nameServer(USUAL_NAME_SERVERS)), List.of(), List.of());

  /** Copies, and checks that there is somebody to ask for names. */
  public NetworkOptions {
    nameServers = List.copyOf(nameServers);
    addresses = List.copyOf(addresses);
    services = List.copyOf(services);
    if (reach == Reach.DNS && nameServers.isEmpty()) {
      throw new InvalidValueException(
          "sandpool.raw.network", "dns", "name the servers in sandpool.raw.egress-dns with it");
    }
  }

  /** All that is allowed; empty where nothing is. */
  List<EgressRule> rules() {
    return Stream.of(
            reach == Reach.NONE ? List.<EgressRule>of() : nameServers,
            reach == Reach.INTERNET ? List.of(EgressRule.INTERNET) : List.<EgressRule>of(),
            addresses,
            services)
        .flatMap(List::stream)
        .toList();
  }
}
