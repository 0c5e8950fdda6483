package dev.sandpool.security;

/** What callers are given. Each role may do what those before it may. */
public enum Role {
  /** Sees what its tenant has. */
  VIEWER(Right.VIEW),
  /** Uses sandboxes of its tenant. */
  USER(Right.USE),
  /** Runs the service: all tenants, pools, clean-up. */
  OPERATOR(Right.OPERATE);

  private final Right most;

  Role(Right most) {
    this.most = most;
  }

  /** Whether it has a right. */
  public boolean has(Right right) {
    return right.compareTo(most) <= 0;
  }
}
