package dev.sandpool.kubernetes.network;

import dev.sandpool.InvalidValueException;
import io.kubernetes.client.openapi.models.V1NetworkPolicyEgressRule;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something that sandboxes may call.
 *
 * @param peers whom
 * @param ports where; empty for every port of every protocol
 */
public record EgressRule(List<? extends Peer> peers, List<Ports> ports) {

  /** All public addresses, at every port. */
  static final EgressRule INTERNET = new EgressRule(AddressPeer.INTERNET, List.of());

  /**
   * An IPv6 address without prefix is in brackets, so that its end and a port can be told apart.
   */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?:\\[([0-9A-Fa-f:.]+)]|([0-9A-Fa-f:.]+/[0-9]{1,3})|([0-9.]+))(?::(?<ports>.*))?");

  private static final Pattern SERVICE =
      Pattern.compile("(?<pods>[^@:]+)@(?<namespaces>[^@:]+)(?::(?<ports>.*))?");

  private static final int DNS = 53;

  /** Copies. */
  public EgressRule {
    peers = List.copyOf(peers);
    ports = List.copyOf(ports);
  }

  /**
   * Reads an address or range with ports, such as {@code 203.0.113.0/24:443}, {@code
   * [2001:db8::1]:443} or {@code 10.0.0.0/8:8000-8100/udp}. Metadata addresses in it stay out.
   *
   * @throws InvalidValueException if it is none, or in the range of a metadata address
   */
  public static EgressRule address(String text) {
    Matcher form = ADDRESS.matcher(text);
    if (!form.matches()) {
      throw new InvalidValueException(
          "address",
          text,
          "give an address or range with a port, such as 203.0.113.0/24:443, [2001:db8::1]:443 or"
              + " 10.0.0.0/8:8000-8100/udp");
    }
    return new EgressRule(
        List.of(AddressPeer.allowed(Cidr.parse(addressOf(form)), text)), ports(form, text));
  }

  /**
   * Reads Pods with ports, such as {@code app=postgres@databases:5432}: labels of Pods, more of
   * them after {@code +}; the name or the labels of namespaces; and ports of the Pods, not those of
   * a Service before them.
   *
   * @throws InvalidValueException if it is none
   */
  public static EgressRule service(String text) {
    Matcher form = SERVICE.matcher(text);
    if (!form.matches()) {
      throw PodPeer.refused(text);
    }
    return new EgressRule(List.of(pods(form, text)), ports(form, text));
  }

  /**
   * Reads a name server: Pods, such as {@code k8s-app=kube-dns@kube-system}, with the port that
   * they listen at unless it is 53; or an address.
   *
   * @throws InvalidValueException if it is none, or the address of a metadata server
   */
  public static EgressRule nameServer(String text) {
    Matcher form = SERVICE.matcher(text);
    if (!form.matches()) {
      return new EgressRule(
          List.of(AddressPeer.nameServer(Cidr.parse(text), text)), bothProtocols(DNS));
    }
    List<Ports> ports = ports(form, text);
    int port = ports.isEmpty() ? DNS : ports.get(0).first();
    return new EgressRule(List.of(pods(form, text)), bothProtocols(port));
  }

  V1NetworkPolicyEgressRule model() {
    return new V1NetworkPolicyEgressRule()
        .to(peers.stream().map(Peer::model).toList())
        .ports(ports.stream().map(Ports::model).toList());
  }

  private static PodPeer pods(Matcher form, String text) {
    return PodPeer.parse(form.group("pods"), form.group("namespaces"), text);
  }

  private static List<Ports> ports(Matcher form, String text) {
    return Optional.ofNullable(form.group("ports"))
        .map(ports -> List.of(Ports.parse(ports, text)))
        .orElse(List.of());
  }

  private static List<Ports> bothProtocols(int port) {
    return List.of(Ports.one(port, "UDP"), Ports.one(port, "TCP"));
  }

  private static String addressOf(Matcher form) {
    return Optional.ofNullable(form.group(1))
        .or(() -> Optional.ofNullable(form.group(2)))
        .orElseGet(() -> form.group(3));
  }
}
