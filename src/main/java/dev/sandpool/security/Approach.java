package dev.sandpool.security;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of somebody who approaches the service, before it is known who that is.
 *
 * @param peer the address at the other end of the connection, not what a header says
 * @param host the header {@code Host}
 * @param origin the header {@code Origin}, which browsers send
 * @param headers names of all headers, in lower case
 * @param apiKey the key that was sent
 * @param bearer whether a bearer token was sent
 * @param token what that says, if it was verified
 */
public record Approach(
    String peer,
    Optional<String> host,
    Optional<String> origin,
    Set<String> headers,
    Optional<String> apiKey,
    boolean bearer,
    Optional<Token> token) {

  /** Copies the names. */
  public Approach {
    Objects.requireNonNull(peer, "peer");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(origin, "origin");
    headers = Set.copyOf(headers);
    Objects.requireNonNull(apiKey, "apiKey");
    Objects.requireNonNull(token, "token");
  }

  /** Shows no key. */
  @Override
  public String toString() {
    return "Approach[peer=" + peer + ", host=" + host + ", origin=" + origin + "]";
  }
}
