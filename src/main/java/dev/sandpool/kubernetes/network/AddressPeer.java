package dev.sandpool.kubernetes.network;

import dev.sandpool.InvalidValueException;
import io.kubernetes.client.openapi.models.V1IPBlock;
import io.kubernetes.client.openapi.models.V1NetworkPolicyPeer;
import java.util.List;
import java.util.stream.Stream;

/**
 * Addresses by range.
 *
 * @param range which
 * @param except none of these
 */
record AddressPeer(Cidr range, List<Cidr> except) implements Peer {

  /** Where nobody on the internet is, nor on it by accident: private networks and such. */
  private static final List<Cidr> PRIVATE =
      Stream.of(
              "0.0.0.0/8",
              "10.0.0.0/8",
              "100.64.0.0/10",
              "127.0.0.0/8",
              "172.16.0.0/12",
              "192.0.0.0/24",
              "192.168.0.0/16",
              "198.18.0.0/15",
              "224.0.0.0/3")
          .map(Cidr::parse)
          .toList();

  /** All addresses that are routed on the internet. */
  static final List<AddressPeer> INTERNET =
      List.of(but(Cidr.parse("0.0.0.0/0"), PRIVATE), but(Cidr.parse("2000::/3"), List.of()));

  AddressPeer {
    except = List.copyOf(except);
  }

  /**
   * A range, without the metadata addresses in it.
   *
   * @throws InvalidValueException if nothing would be left of it
   */
  static AddressPeer allowed(Cidr range, String text) {
    MetadataAddresses.around(range)
        .ifPresent(
            blocked -> {
              throw new InvalidValueException(
                  "address",
                  text,
                  "clouds give out credentials in %s, which sandboxes never reach; leave it out"
                      .formatted(blocked));
            });
    return but(range, List.of());
  }

  /**
   * A name server.
   *
   * @throws InvalidValueException if it is more than one address, or a metadata server's
   */
  static AddressPeer nameServer(Cidr address, String text) {
    if (!address.isSingle() || !MetadataAddresses.mayServeNames(address)) {
      throw new InvalidValueException(
          "address",
          text,
          "give the address of one name server, such as 10.0.0.10 or 169.254.20.10, that is not a"
              + " metadata server too");
    }
    return new AddressPeer(address, List.of());
  }

  @Override
  public V1NetworkPolicyPeer model() {
    V1IPBlock block =
        new V1IPBlock().cidr(range.toString()).except(except.stream().map(Cidr::toString).toList());
    return new V1NetworkPolicyPeer().ipBlock(block);
  }

  private static AddressPeer but(Cidr range, List<Cidr> more) {
    // One inside another is left out: some network plugins refuse overlapping ones.
    List<Cidr> all =
        Stream.concat(MetadataAddresses.within(range).stream(), more.stream()).toList();
    return new AddressPeer(
        range,
        all.stream()
            .filter(
                one -> all.stream().noneMatch(other -> !other.equals(one) && other.contains(one)))
            .toList());
  }
}
