package dev.sandpool.rest.access;

import dev.sandpool.security.Approach;
import dev.sandpool.security.Token;
import jakarta.json.JsonString;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** Reads from an HTTP request what tells who sends it. */
final class Approaches {

  private static final String BEARER = "bearer ";

  private Approaches() {}

  /**
   * Reads it.
   *
   * @param tenantClaim claim of tokens that says whose sandboxes they are for
   */
  static Approach of(HttpServletRequest request, String tenantClaim) {
    return new Approach(
        request.getRemoteAddr(),
        only(request, "Host"),
        only(request, "Origin"),
        Collections.list(request.getHeaderNames()).stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet()),
        only(request, "X-API-Key"),
        only(request, "Authorization").filter(Approaches::isBearer).isPresent(),
        token(request, tenantClaim));
  }

  /** Of several, nobody could say which one another program looked at; together they are none. */
  private static Optional<String> only(HttpServletRequest request, String header) {
    List<String> given = Collections.list(request.getHeaders(header));
    return given.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", given));
  }

  private static boolean isBearer(String authorization) {
    return authorization.toLowerCase(Locale.ROOT).startsWith(BEARER);
  }

  /** The server has verified it, or it would not be the principal. */
  private static Optional<Token> token(HttpServletRequest request, String tenantClaim) {
    return Optional.ofNullable(request.getUserPrincipal())
        .filter(JsonWebToken.class::isInstance)
        .map(JsonWebToken.class::cast)
        .map(token -> token(token, tenantClaim));
  }

  private static Token token(JsonWebToken token, String tenantClaim) {
    Set<String> groups = Optional.ofNullable(token.getGroups()).orElse(Set.of());
    return new Token(token.getName(), groups, text(token.getClaim(tenantClaim)));
  }

  private static Optional<String> text(Object claim) {
    if (claim instanceof JsonString text) {
      return Optional.of(text.getString());
    }
    return claim instanceof String text ? Optional.of(text) : Optional.empty();
  }
}
