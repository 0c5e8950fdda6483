package dev.sandpool.kubernetes.stock;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Which replicas live, from what was seen of their leases and when.
 *
 * <p>No clocks are compared: a replica is gone when this process has seen no renewal for as long as
 * its lease lasts, by this process's own clock. One that has no lease is gone when that was so for
 * as long, since its sandboxes may be seen before its lease.
 *
 * <p>Nobody is gone while this process is blind. It knows by its own renewals, which come the same
 * way as the others'; and when they come again after a pause, it has missed everybody's.
 * Thread-safe.
 */
final class Sightings {

  private final String self;
  private final long lease;
  private final LongSupplier nanos;
  private final Map<String, Sighting> seen = new HashMap<>();
  private final Map<String, Long> unknown = new HashMap<>();
  private long selfSeen;

  private record Sighting(String renewal, long at, long length) {
    boolean isOld(long now) {
      return now - at > length;
    }
  }

  /** Begins with nobody but this replica. */
  Sightings(String self, Duration lease, LongSupplier nanos) {
    this.self = self;
    this.lease = lease.toNanos();
    this.nanos = nanos;
    selfSeen = nanos.getAsLong();
  }

  /**
   * A lease was seen.
   *
   * @param renewal tells one renewal from another
   * @param length how long it lasts
   */
  synchronized void saw(String id, String renewal, Duration length) {
    long now = nanos.getAsLong();
    Sighting before = seen.get(id);
    if (before != null && before.renewal().equals(renewal)) {
      return;
    }
    if (id.equals(self)) {
      sawSelf(now);
    }
    seen.put(id, new Sighting(renewal, now, length.toNanos()));
    unknown.remove(id);
  }

  private void sawSelf(long now) {
    if (isBlind(now)) {
      seen.replaceAll((id, one) -> new Sighting(one.renewal(), now, one.length()));
      unknown.replaceAll((id, since) -> now);
    }
    selfSeen = now;
  }

  /** A lease was deleted. */
  synchronized void left(String id) {
    seen.remove(id);
  }

  /** Those that are not gone, this one among them, sorted. */
  synchronized SortedSet<String> living() {
    long now = nanos.getAsLong();
    boolean blind = isBlind(now);
    SortedSet<String> living = new TreeSet<>();
    living.add(self);
    seen.forEach(
        (id, one) -> {
          if (blind || !one.isOld(now)) {
            living.add(id);
          }
        });
    return living;
  }

  /** Whether a replica is known to be gone. */
  synchronized boolean isGone(String id) {
    long now = nanos.getAsLong();
    if (id.equals(self) || isBlind(now)) {
      return false;
    }
    Sighting one = seen.get(id);
    return one == null ? now - unknown.computeIfAbsent(id, first -> now) > lease : one.isOld(now);
  }

  /** Renewals come three times in a lease. */
  private boolean isBlind(long now) {
    return now - selfSeen > lease / 3 * 2;
  }
}
