package dev.sandpool.bootstrap;

import java.util.Objects;
import java.util.Optional;

/**
 * Where in a request the key of its conversation is, for sandboxes that are injected by it.
 *
 * @param header name of an HTTP header; empty for none
 * @param pathParameter name of a parameter in the paths of resources; empty for none
 * @param jwtClaim name of a claim of the caller's token; empty for none
 */
public record ConversationSettings(
    Optional<String> header, Optional<String> pathParameter, Optional<String> jwtClaim) {

  /** Checks that nothing is missing. */
  public ConversationSettings {
    Objects.requireNonNull(header, "header");
    Objects.requireNonNull(pathParameter, "pathParameter");
    Objects.requireNonNull(jwtClaim, "jwtClaim");
  }
}
