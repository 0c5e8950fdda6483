package dev.sandpool.kubernetes.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sandpool.InvalidValueException;
import dev.sandpool.kubernetes.network.NetworkOptions.Reach;
import io.kubernetes.client.openapi.models.V1IPBlock;
import io.kubernetes.client.openapi.models.V1NetworkPolicyEgressRule;
import io.kubernetes.client.openapi.models.V1NetworkPolicyPeer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever is allowed, no policy lets a metadata address through; told apart from the code's way.
 */
class MetadataAddressesTest {

  private static final int ROUNDS = 20_000;

  /** First and last addresses of what is blocked, and the ones that are known. */
  private static final List<String> METADATA =
      List.of(
          "169.254.0.0",
          "169.254.169.254",
          "169.254.170.2",
          "169.254.170.23",
          "169.254.255.255",
          "100.100.100.200",
          "192.0.0.192",
          "168.63.129.16",
          "fe80::",
          "fe80::a9fe:a9fe",
          "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
          "fd00:ec2::23",
          "fd00:ec2::254",
          "fd20:ce::254",
          "fd00:c1::a9fe:a9fe",
          "fd00:42::42",
          "64:ff9b::a9fe:a9fe",
          "64:ff9b::6464:64c8");

  @Test
  void noRangeLetsOneThrough() throws UnknownHostException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int allowed = 0;
    int refused = 0;
    for (int i = 0; i < ROUNDS; i++) {
      // Half of them are around a metadata address, where it matters.
      byte[] bytes = bytes(METADATA.get(random.nextInt(METADATA.size())));
      if (random.nextBoolean()) {
        random.nextBytes(bytes);
      }
      String text = range(bytes, random.nextInt(bytes.length * 8 + 1));
      Optional<EgressRule> rule = read(text);
      rule.ifPresent(some -> assertBlocked(List.of(some.model()), text + " with seed " + seed));
      allowed += rule.isPresent() ? 1 : 0;
      refused += rule.isPresent() ? 0 : 1;
    }
    assertThat(allowed).isGreaterThan(ROUNDS / 10);
    assertThat(refused).isGreaterThan(ROUNDS / 10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0/0", "::/0", "128.0.0.0/1", "169.254.0.0/15", "fc00::/6"})
  void rangesAroundThemHaveExceptions(String range) {
    V1NetworkPolicyEgressRule rule = EgressRule.address(range).model();

    assertThat(rule.getTo().get(0).getIpBlock().getExcept()).isNotEmpty();
    assertBlocked(List.of(rule), range);
  }

  @Test
  void internetHasNone() {
    NetworkOptions options = new NetworkOptions(Reach.INTERNET, List.of(), List.of(), List.of());
    List<V1NetworkPolicyEgressRule> rules = SandboxPolicy.of(options).spec().getEgress();

    assertBlocked(rules, "internet");
    assertThat(Stream.of("10.0.0.1", "172.31.0.1", "192.168.1.1", "100.64.0.1", "127.0.0.1"))
        .noneMatch(address -> passes(rules, address));
    assertThat(Stream.of("fd00::1", "fc00::1", "::1", "ff02::1", "64:ff9b::a00:1"))
        .noneMatch(address -> passes(rules, address));
    assertThat(Stream.of("1.1.1.1", "8.8.8.8", "223.255.255.255", "2606:4700::1111"))
        .allMatch(address -> passes(rules, address));
  }

  private static void assertBlocked(List<V1NetworkPolicyEgressRule> rules, String what) {
    assertThat(METADATA).as(what).noneMatch(address -> passes(rules, address));
  }

  private static boolean passes(List<V1NetworkPolicyEgressRule> rules, String address) {
    return rules.stream()
        .flatMap(rule -> rule.getTo().stream())
        .map(V1NetworkPolicyPeer::getIpBlock)
        .filter(Objects::nonNull)
        .anyMatch(block -> passes(block, bytes(address)));
  }

  private static boolean passes(V1IPBlock block, byte[] address) {
    List<String> except = Optional.ofNullable(block.getExcept()).orElse(List.of());
    return isIn(block.getCidr(), address) && except.stream().noneMatch(one -> isIn(one, address));
  }

  private static boolean isIn(String range, byte[] address) {
    String[] parts = range.split("/", 2);
    byte[] first = bytes(parts[0]);
    return first.length == address.length
        && IntStream.range(0, Integer.parseInt(parts[1]))
            .allMatch(bit -> bit(first, bit) == bit(address, bit));
  }

  private static int bit(byte[] bytes, int bit) {
    return bytes[bit / 8] >> (7 - bit % 8) & 1;
  }

  private static String range(byte[] bytes, int prefix) throws UnknownHostException {
    byte[] first = Arrays.copyOf(bytes, bytes.length);
    for (int bit = prefix; bit < first.length * 8; bit++) {
      first[bit / 8] &= (byte) ~(0x80 >> bit % 8);
    }
    return InetAddress.getByAddress(first).getHostAddress() + "/" + prefix;
  }

  private static Optional<EgressRule> read(String range) {
    EgressRule[] rule = new EgressRule[1];
    Throwable error = catchThrowable(() -> rule[0] = EgressRule.address(range));
    assertThat(error == null || error instanceof InvalidValueException).as("%s", error).isTrue();
    return Optional.ofNullable(rule[0]);
  }

  private static byte[] bytes(String address) {
    try {
      return InetAddress.getByName(address).getAddress();
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }
}
