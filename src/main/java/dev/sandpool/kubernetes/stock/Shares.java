package dev.sandpool.kubernetes.stock;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * How many of what is wanted in all each replica keeps. Every replica works this out alone, and all
 * to the same result where they know the same: the shares of all add up to what is wanted.
 *
 * @param living the replicas
 */
record Shares(Set<String> living) {

  /**
   * A replica's share.
   *
   * @param kind what is shared; who gets one more than others differs from kind to kind
   * @param wanted in all
   * @return 0 for a replica that is not there
   */
  int of(String replica, String kind, int wanted) {
    int place = ranked(kind).indexOf(replica);
    if (place < 0) {
      return 0;
    }
    return wanted / living.size() + (place < wanted % living.size() ? 1 : 0);
  }

  /** Whether a replica is the first that a thing falls to, of which there are many. */
  boolean isFirst(String replica, String thing) {
    return ranked(thing).indexOf(replica) == 0;
  }

  private List<String> ranked(String thing) {
    return living.stream().sorted(Comparator.comparing(id -> Fingerprint.of(thing, id))).toList();
  }
}
