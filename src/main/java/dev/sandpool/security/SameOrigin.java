package dev.sandpool.security;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * Keeps pages of other sites out. A browser sends a page's origin with whatever that page does to
 * the service; programs send none. There are no CORS headers, so a foreign page could read no
 * answer, but without this it could still set things going.
 */
final class SameOrigin {

  private SameOrigin() {}

  /**
   * Stops a foreign page.
   *
   * @throws AccessRefusedException if the origin is not the service itself
   */
  static void require(Approach approach) {
    approach
        .origin()
        .filter(origin -> !isSame(origin, approach.host()))
        .ifPresent(
            origin -> {
              throw new AccessRefusedException(
                  "Pages of other sites may not use this service, and the request comes from one;"
                      + " behind a proxy, have it pass on Host as it came");
            });
  }

  private static boolean isSame(String origin, Optional<String> host) {
    return host.isPresent()
        && authority(origin).map(own -> own.equals(normal(origin, host.get()))).orElse(false);
  }

  private static Optional<String> authority(String origin) {
    try {
      URI uri = URI.create(origin);
      return Optional.ofNullable(uri.getRawAuthority())
          .filter(text -> scheme(uri).startsWith("http"))
          .map(text -> normal(origin, text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String scheme(URI uri) {
    return Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT);
  }

  /** Without the port that the origin's scheme has anyway. */
  private static String normal(String origin, String authority) {
    String usual = origin.toLowerCase(Locale.ROOT).startsWith("https:") ? ":443" : ":80";
    String lower = authority.toLowerCase(Locale.ROOT);
    return lower.endsWith(usual) ? lower.substring(0, lower.length() - usual.length()) : lower;
  }
}
