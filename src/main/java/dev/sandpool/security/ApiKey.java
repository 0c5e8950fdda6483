package dev.sandpool.security;

import java.util.Objects;
import java.util.Set;

/**
 * A key that is accepted.
 *
 * @param name who has it, for settings and the audit log
 * @param hash what is kept of it
 * @param tenant whose sandboxes it is for
 * @param roles what it allows
 */
public record ApiKey(String name, KeyHash hash, String tenant, Set<Role> roles) {

  /** Copies the roles. */
  public ApiKey {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(hash, "hash");
    Objects.requireNonNull(tenant, "tenant");
    roles = Set.copyOf(roles);
  }

  Caller caller() {
    return new Caller("key:" + name, tenant, roles);
  }
}
