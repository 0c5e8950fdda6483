package dev.sandpool.backend;

/**
 * Whether it is known that sandboxes are cut off from what they may not reach.
 *
 * @param state what is known
 * @param reason why it is not proved; empty where there is nothing to say
 */
public record NetworkIsolation(State state, String reason) {

  /** What is known. */
  public enum State {
    /** Nobody looks. */
    OFF("off"),
    /** It was tried, and a sandbox was cut off. */
    ENFORCED("enforced"),
    /** It was tried, and a sandbox reached what it may not. */
    NOT_ENFORCED("not enforced"),
    /** It was not tried yet, or could not be told. */
    UNKNOWN("unknown");

    private final String word;

    State(String word) {
      this.word = word;
    }
  }

  /** Nobody looks. */
  public static final NetworkIsolation OFF = new NetworkIsolation(State.OFF, "");

  /** It was tried, and holds. */
  public static final NetworkIsolation ENFORCED = new NetworkIsolation(State.ENFORCED, "");

  /** It was tried, and does not hold. */
  public static NetworkIsolation notEnforced(String reason) {
    return new NetworkIsolation(State.NOT_ENFORCED, reason);
  }

  /** It can't be told. */
  public static NetworkIsolation unknown(String reason) {
    return new NetworkIsolation(State.UNKNOWN, reason);
  }

  /** Whether it was proved. */
  public boolean isProved() {
    return state == State.ENFORCED;
  }

  /** {@code enforced}, {@code not enforced: …}, {@code unknown: …} or {@code off}. */
  @Override
  public String toString() {
    return reason.isEmpty() ? state.word : state.word + ": " + reason;
  }
}
