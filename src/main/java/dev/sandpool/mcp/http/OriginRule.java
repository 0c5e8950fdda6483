package dev.sandpool.mcp.http;

import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which web pages may call. Without this, any page could reach a server on its visitor's machine
 * under a name of its own that leads there (DNS rebinding). Programs send no {@code Origin}.
 */
final class OriginRule {

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Set<String> allowed;

  /** Beside the server's own loopback address, those may. */
  OriginRule(Iterable<String> origins) {
    allowed = new java.util.HashSet<>();
    origins.forEach(origin -> allowed.add(origin.toLowerCase(Locale.ROOT)));
  }

  /**
   * Checks a request.
   *
   * @param origin its {@code Origin}; null if it has none
   * @param host its {@code Host}; null if it has none
   * @throws RefusedException if it comes from another page
   */
  void check(String origin, String host) throws RefusedException {
    if (origin != null
        && !allowed.contains(origin.toLowerCase(Locale.ROOT))
        && !own(origin, host)) {
      throw new RefusedException(
          HttpServletResponse.SC_FORBIDDEN,
          -32600,
          "Origin: this page may not call; allow it by sandpool.mcp.allowed-origins");
    }
  }

  /** A page of this server, reached by an address that no other machine's name can stand for. */
  private static boolean own(String origin, String host) {
    return Optional.ofNullable(host)
        .map(each -> each.toLowerCase(Locale.ROOT))
        .filter(each -> authority(origin).equals(Optional.of(each)))
        .filter(each -> LOOPBACK.contains(each.replaceFirst(":\\d+$", "")))
        .isPresent();
  }

  private static Optional<String> authority(String origin) {
    try {
      return Optional.ofNullable(URI.create(origin.toLowerCase(Locale.ROOT)).getRawAuthority());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
