package dev.sandpool.security;

import java.util.List;
import java.util.Objects;

/**
 * Who may use the service, how much, and what is written down.
 *
 * @param mode when credentials are needed
 * @param keys that are accepted
 * @param tokens whether settings say how to verify tokens
 * @param tenantClaim claim of tokens that says whose sandboxes they are for
 * @param groups of tokens that are roles
 * @param limits of each tenant
 * @param audit what is written down, and where
 */
public record SecuritySettings(
    Mode mode,
    List<ApiKey> keys,
    boolean tokens,
    String tenantClaim,
    RoleGroups groups,
    LimitSettings limits,
    AuditSettings audit) {

  /** When credentials are needed. */
  public enum Mode {
    /** If any are set up, or the service is in a Pod. */
    AUTO,
    /** Always. */
    ON,
    /** Never, and nobody but this machine is served. */
    DEV
  }

  /** Copies the keys. */
  public SecuritySettings {
    Objects.requireNonNull(mode, "mode");
    keys = List.copyOf(keys);
    Objects.requireNonNull(tenantClaim, "tenantClaim");
    Objects.requireNonNull(groups, "groups");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(audit, "audit");
  }

  /** Whether there is anything that callers could prove themselves by. */
  public boolean hasCredentials() {
    return tokens || !keys.isEmpty();
  }

  /**
   * Whether anybody on this machine is let in without credentials.
   *
   * @param inPod whether the service is in a Kubernetes Pod, where a proxy beside it would look as
   *     if it were this machine
   */
  public boolean open(boolean inPod) {
    return mode == Mode.DEV || (mode == Mode.AUTO && !hasCredentials() && !inPod);
  }
}
