package dev.sandpool;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a pool stands. The numbers are one replica's view and may change while they are read; those
 * that count since the start begin at 0 with each start.
 *
 * @param name the pool's name, which is its specification's
 * @param available sandboxes ready to be borrowed
 * @param active sandboxes in use
 * @param creating sandboxes being made
 * @param waiting callers waiting for one
 * @param total all sandboxes that count against {@code maxTotal}
 * @param target how many this replica wants ready now: its share of what demand asks for
 * @param minIdle the least that all replicas keep ready together
 * @param maxIdle the most that demand can make of it
 * @param maxTotal how many there may be in all
 * @param hits how often a caller got one that was ready here, since the start
 * @param misses how often not, refused callers included
 * @param evictions warm sandboxes that left without having been lent, since the start
 * @param lastError why the last attempt to make one failed, or what the cluster holds one back for,
 *     such as no room; empty after a success
 * @param nextAttempt when the pool tries again after failures; empty while it need not wait
 * @param leaked borrowed sandboxes that are neither used nor closed for longer than allowed
 */
public record PoolStatus(
    String name,
    int available,
    int active,
    int creating,
    int waiting,
    int total,
    int target,
    int minIdle,
    int maxIdle,
    int maxTotal,
    long hits,
    long misses,
    long evictions,
    Optional<String> lastError,
    Optional<Instant> nextAttempt,
    List<Leak> leaked) {

  /** Copies the list. */
  public PoolStatus {
    Objects.requireNonNull(name, "name");
    leaked = List.copyOf(leaked);
  }

  /**
   * A borrowed sandbox that seems to be forgotten.
   *
   * @param id the sandbox's
   * @param unused for how long
   * @param borrower the place in the program that borrowed it
   */
  public record Leak(String id, Duration unused, String borrower) {}
}
