package dev.sandpool.kubernetes.network;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where clouds give their machines credentials and settings. No sandbox reaches them, whatever is
 * allowed.
 */
final class MetadataAddresses {

  /** Most clouds', and what containers of Amazon get their credentials from. */
  private static final Cidr LINK_LOCAL = Cidr.parse("169.254.0.0/16");

  private static final List<Cidr> FOUR =
      List.of(
          LINK_LOCAL,
          // Alibaba, Oracle, Azure
          Cidr.parse("100.100.100.200"),
          Cidr.parse("192.0.0.192"),
          Cidr.parse("168.63.129.16"));

  private static final List<Cidr> SIX =
      List.of(
          Cidr.parse("fe80::/10"),
          // Amazon, Google, Oracle, Scaleway
          Cidr.parse("fd00:ec2::/32"),
          Cidr.parse("fd20:ce::254"),
          Cidr.parse("fd00:c1::a9fe:a9fe"),
          Cidr.parse("fd00:42::42"));

  /** Below this prefix a NAT64 gateway reaches every IPv4 address. */
  private static final Cidr NAT64 = Cidr.parse("64:ff9b::/96");

  private static final List<Cidr> ALL =
      Stream.of(FOUR.stream(), FOUR.stream().map(MetadataAddresses::nat64), SIX.stream())
          .flatMap(ranges -> ranges)
          .toList();

  /** Those of the link-local addresses that are known to answer with secrets. */
  private static final List<Cidr> LINK_LOCAL_SERVERS =
      Stream.of("169.254.169.254", "169.254.170.2", "169.254.170.23", "169.254.0.23")
          .map(Cidr::parse)
          .toList();

  private MetadataAddresses() {}

  /** All of them. */
  static List<Cidr> all() {
    return ALL;
  }

  /** Those in a range. */
  static List<Cidr> within(Cidr range) {
    return ALL.stream().filter(range::contains).toList();
  }

  /** The one that has all of a range in it. */
  static Optional<Cidr> around(Cidr range) {
    return ALL.stream().filter(blocked -> blocked.contains(range)).findFirst();
  }

  /** Whether a node's own cache of names can be there: NodeLocal DNSCache is link-local too. */
  static boolean mayServeNames(Cidr address) {
    return around(address).isEmpty()
        || (LINK_LOCAL.contains(address) && !LINK_LOCAL_SERVERS.contains(address));
  }

  private static Cidr nat64(Cidr four) {
    BigInteger first = NAT64.first().add(four.first());
    return new Cidr(first, NAT64.prefix() + four.prefix(), NAT64.width());
  }
}
