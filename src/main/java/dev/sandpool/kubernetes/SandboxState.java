package dev.sandpool.kubernetes;

/**
 * What the state of an object means for the sandbox that it stands for.
 *
 * @param kind whether it is usable
 * @param reason why not (yet); empty when ready
 */
public record SandboxState(Kind kind, String reason) {

  /** Whether it is usable. */
  public enum Kind {
    /** Not yet. */
    PENDING,
    /** Not before the cluster has room for it, or somebody lets it in. */
    HELD,
    /** Now. */
    READY,
    /** Not now, as somebody wanted it so. */
    SUSPENDED,
    /** Never: it can't start, or it ended. */
    OVER
  }

  /** Usable now. */
  public static final SandboxState READY = new SandboxState(Kind.READY, "");

  /** Not usable yet. */
  public static SandboxState pending(String reason) {
    return new SandboxState(Kind.PENDING, reason);
  }

  /** Not usable before the cluster has room for it, or somebody lets it in. */
  public static SandboxState held(String reason) {
    return new SandboxState(Kind.HELD, reason);
  }

  /** Never usable. */
  public static SandboxState over(String reason) {
    return new SandboxState(Kind.OVER, reason);
  }

  /** Whether it will never be usable. */
  public boolean isOver() {
    return kind == Kind.OVER;
  }
}
