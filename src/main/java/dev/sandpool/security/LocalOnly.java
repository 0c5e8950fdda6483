package dev.sandpool.security;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Lets in who is on this machine. Three things could bring somebody else in by that door: a proxy
 * here that passes requests on, a web page whose name was made to point here, and an address that
 * only a header says. So the peer counts, no forwarding header may be there, and Host must be a
 * name of this machine.
 */
final class LocalOnly {

  /** Nothing that could be a name goes to a look-up. */
  private static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F:.]+(%[0-9A-Za-z]+)?");

  private static final Pattern HOST =
      Pattern.compile(
          "(localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\])(:[0-9]{1,5})?", Pattern.CASE_INSENSITIVE);

  private static final Set<String> FORWARDING =
      Set.of(
          "forwarded",
          "via",
          "x-forwarded-for",
          "x-forwarded-host",
          "x-forwarded-proto",
          "x-forwarded-server",
          "x-real-ip");

  private static final String CURE =
      "; set up API keys (sandpool.api-key.NAME.hash) or MicroProfile JWT (mp.jwt.verify.…) for"
          + " others";

  private LocalOnly() {}

  /**
   * Stops who is not on this machine.
   *
   * @throws AccessRefusedException with what to set up
   */
  static void require(Approach approach) {
    if (!isLoopback(approach.peer())) {
      throw new AccessRefusedException(
          "Without credentials set up, this service is for its own machine only, and the request"
              + " comes from another one"
              + CURE);
    }
    if (approach.headers().stream().anyMatch(FORWARDING::contains)) {
      throw new AccessRefusedException(
          "Without credentials set up, this service is for its own machine only, and the request"
              + " was passed on by a proxy"
              + CURE);
    }
    if (!approach.host().map(host -> HOST.matcher(host).matches()).orElse(false)) {
      throw new AccessRefusedException(
          "Without credentials set up, this service answers as localhost only, and Host is another"
              + " name"
              + CURE);
    }
  }

  private static boolean isLoopback(String peer) {
    if (!ADDRESS.matcher(peer).matches()) {
      return false;
    }
    try {
      return InetAddress.getByName(peer).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
