package dev.sandpool.security;

import java.util.EnumSet;
import java.util.Set;

/**
 * Which groups of a token are which role.
 *
 * @param viewers those that are {@link Role#VIEWER}
 * @param users those that are {@link Role#USER}
 * @param operators those that are {@link Role#OPERATOR}
 */
public record RoleGroups(Set<String> viewers, Set<String> users, Set<String> operators) {

  /** Copies the groups. */
  public RoleGroups {
    viewers = Set.copyOf(viewers);
    users = Set.copyOf(users);
    operators = Set.copyOf(operators);
  }

  /** The roles of somebody who is in these groups. */
  Set<Role> roles(Set<String> groups) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    groups.forEach(
        group -> {
          add(roles, Role.VIEWER, viewers.contains(group));
          add(roles, Role.USER, users.contains(group));
          add(roles, Role.OPERATOR, operators.contains(group));
        });
    return roles;
  }

  private static void add(Set<Role> roles, Role role, boolean given) {
    if (given) {
      roles.add(role);
    }
  }
}
