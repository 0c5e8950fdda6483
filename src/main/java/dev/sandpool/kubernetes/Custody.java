package dev.sandpool.kubernetes;

import io.kubernetes.client.openapi.models.V1ObjectMeta;

/**
 * On what terms this process has a sandbox.
 *
 * <p>Nobody has a warm one for good: while this replica keeps it, any other may take it over or
 * lend it, by a compare and set of its labels. So what was not claimed here is given up, and
 * deleted, only as far as it still is this replica's.
 */
final class Custody {

  private enum Terms {
    /** It is known, and its user's. */
    KNOWN,
    /** It is in this replica's stock. */
    KEPT,
    /** It is in another's, and somebody here is about to claim it. */
    PICKED
  }

  private final String replica;
  private volatile Terms terms = Terms.KNOWN;
  private volatile boolean claiming;

  Custody(String replica) {
    this.replica = replica;
  }

  String replica() {
    return replica;
  }

  void keep() {
    terms = Terms.KEPT;
  }

  void pick() {
    terms = Terms.PICKED;
  }

  /** Until the answer is there, whatever the watch tells may be this process's own doing. */
  void claiming() {
    claiming = true;
  }

  /** The answer is there, or never comes. */
  void claimed(boolean certainly) {
    if (certainly) {
      terms = Terms.KNOWN;
    }
    claiming = false;
  }

  /** Whether it may be deleted only while it is this replica's. */
  boolean isContested() {
    return terms != Terms.KNOWN;
  }

  /** Whether labels say that what was kept here has become another's. */
  boolean isPassedOn(V1ObjectMeta seen) {
    return terms == Terms.KEPT && !claiming && (isOthers(seen) || !SandboxKeys.isInStock(seen));
  }

  /**
   * Whether labels say that another replica was quicker to lend what was in a stock, even while a
   * claim of this one is on its way: that one will fail.
   */
  boolean isLentByOther(V1ObjectMeta seen) {
    return isContested() && !SandboxKeys.isInStock(seen) && isOthers(seen);
  }

  /** Whether labels say that it is another replica's. */
  boolean isOthers(V1ObjectMeta seen) {
    return !replica.equals(SandboxKeys.label(seen, SandboxKeys.HOLDER));
  }
}
