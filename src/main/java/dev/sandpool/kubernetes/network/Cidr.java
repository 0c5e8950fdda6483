package dev.sandpool.kubernetes.network;

import dev.sandpool.InvalidValueException;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A range of IP addresses.
 *
 * @param first its first address, as a number
 * @param prefix how many leading bits all its addresses share
 * @param width bits of an address: 32 or 128
 */
record Cidr(BigInteger first, int prefix, int width) {

  private static final Pattern FOUR =
      Pattern.compile("(?:0|[1-9][0-9]{0,2})(?:\\.(?:0|[1-9][0-9]{0,2})){3}");
  private static final Pattern SIX = Pattern.compile("[0-9A-Fa-f]*:[0-9A-Fa-f:.]*");
  private static final Pattern ZEROS = Pattern.compile("(?<![0-9a-f])0(?::0)+(?![0-9a-f])");

  private static final String CURE =
      "give an address or range such as 203.0.113.0/24 or 2001:db8::/32";

  /**
   * Reads an address, or a range as {@code address/prefix}.
   *
   * @throws InvalidValueException for any other text, and for bits behind the prefix, with which
   *     something else may be meant
   */
  static Cidr parse(String text) {
    String[] parts = text.split("/", 2);
    byte[] address = address(parts[0], text);
    int width = address.length * Byte.SIZE;
    int prefix = parts.length == 1 ? width : prefix(parts[1], width, text);
    BigInteger number = new BigInteger(1, address);
    int free = width - prefix;
    Cidr range = new Cidr(number.shiftRight(free).shiftLeft(free), prefix, width);
    if (!range.first.equals(number)) {
      throw refused(text, "it has bits behind its prefix; give " + range);
    }
    return range;
  }

  /** Whether all addresses of another range are in this one. */
  boolean contains(Cidr other) {
    int free = width - prefix;
    return width == other.width
        && prefix <= other.prefix
        && first.shiftRight(free).equals(other.first.shiftRight(free));
  }

  /** Whether it is one address. */
  boolean isSingle() {
    return prefix == width;
  }

  /** As Kubernetes writes it. */
  @Override
  public String toString() {
    byte[] bytes = new byte[width / Byte.SIZE];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = first.shiftRight(width - Byte.SIZE * (i + 1)).byteValue();
    }
    return shown(bytes) + "/" + prefix;
  }

  private static byte[] address(String text, String whole) {
    boolean isSix = SIX.matcher(text).matches();
    if (!isSix && !FOUR.matcher(text).matches()) {
      throw refused(whole, CURE);
    }
    try {
      // Of these forms none is a host name, so nothing is looked up.
      byte[] address = InetAddress.getByName(text).getAddress();
      if (isSix && address.length == 4) {
        throw refused(whole, "give IPv4 addresses as such, for example 203.0.113.0/24");
      }
      return address;
    } catch (UnknownHostException e) {
      throw refused(whole, CURE);
    }
  }

  private static int prefix(String text, int width, String whole) {
    if (!text.matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(text) > width) {
      throw refused(whole, "give a prefix from 0 to " + width);
    }
    return Integer.parseInt(text);
  }

  private static InvalidValueException refused(String text, String cure) {
    return new InvalidValueException("address", text, cure);
  }

  private static String shown(byte[] bytes) {
    try {
      return bytes.length == 4
          ? InetAddress.getByAddress(bytes).getHostAddress()
          : shortened(Inet6Address.getByAddress(null, bytes, -1).getHostAddress());
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The longest run of zeros is left out. */
  private static String shortened(String address) {
    return ZEROS
        .matcher(address)
        .results()
        .reduce((one, other) -> other.group().length() > one.group().length() ? other : one)
        .map(zeros -> without(zeros, address))
        .orElse(address);
  }

  private static String without(MatchResult zeros, String address) {
    String head = address.substring(0, zeros.start()).replaceFirst(":$", "");
    String tail = address.substring(zeros.end()).replaceFirst("^:", "");
    return head + "::" + tail;
  }
}
