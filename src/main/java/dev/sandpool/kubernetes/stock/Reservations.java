package dev.sandpool.kubernetes.stock;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Which sandboxes somebody in this process is about to take: the server settles who gets one of
 * several processes, but two threads of one would share what stands for it here. Thread-safe.
 */
final class Reservations {

  private final Set<String> uids = new HashSet<>();

  /** Whether it was nobody's. */
  synchronized boolean add(String uid) {
    return uids.add(uid);
  }

  synchronized void remove(String uid) {
    uids.remove(uid);
  }

  /** Forgets all that are not in question any more. */
  synchronized void retain(Collection<String> still) {
    uids.retainAll(Set.copyOf(still));
  }
}
