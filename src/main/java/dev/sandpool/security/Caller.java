package dev.sandpool.security;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who calls, as somebody proved it.
 *
 * @param name of the key or the person, for the audit log
 * @param tenant whose sandboxes the caller has; empty only where there are no tenants
 * @param roles what the caller was given; without one nothing is allowed
 */
public record Caller(String name, String tenant, Set<Role> roles) {

  /** Anybody on this machine, where no credentials are set up; stands for all tenants. */
  public static final Caller DEVELOPER = new Caller("developer", "", Set.of(Role.OPERATOR));

  /** Copies the roles. */
  public Caller {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(tenant, "tenant");
    roles = Set.copyOf(roles);
  }

  /** Whether one of the roles allows it. */
  public boolean may(Action action) {
    return roles.stream().anyMatch(role -> role.has(action.right()));
  }

  /** Whether the sandboxes of a tenant are there for this caller at all. */
  public boolean sees(String owner) {
    return owner.equals(tenant) || may(Action.OTHER_TENANT);
  }

  /**
   * Stops who may not do something.
   *
   * @throws AccessRefusedException if no role allows it; says which would
   */
  public void require(Action action) {
    if (!may(action)) {
      throw new AccessRefusedException(
          "'%s' may not %s; that takes the role %s, and it has %s"
              .formatted(name, action.meaning(), least(action), given()));
    }
  }

  private static String least(Action action) {
    return EnumSet.allOf(Role.class).stream()
        .filter(role -> role.has(action.right()))
        .findFirst()
        .map(Caller::word)
        .orElseThrow();
  }

  private String given() {
    return roles.isEmpty()
        ? "none"
        : roles.stream().map(Caller::word).sorted().collect(Collectors.joining(", "));
  }

  private static String word(Role role) {
    return role.name().toLowerCase(Locale.ROOT);
  }
}
