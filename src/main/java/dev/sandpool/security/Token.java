package dev.sandpool.security;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a token says, whose signature, issuer and times were verified by who hands this over.
 *
 * @param name of the person or program it was issued to
 * @param groups that it is in
 * @param tenant the value of the claim for tenants; empty if it has none, or one that is no text
 */
public record Token(String name, Set<String> groups, Optional<String> tenant) {

  /** Copies the groups. */
  public Token {
    Objects.requireNonNull(name, "name");
    groups = Set.copyOf(groups);
    Objects.requireNonNull(tenant, "tenant");
  }
}
