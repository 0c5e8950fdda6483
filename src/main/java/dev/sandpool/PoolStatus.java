package dev.sandpool;

import java.util.Optional;

/**
 * How a pool stands. The numbers are one replica's view and may change while they are read.
 *
 * @param name the pool's name, which is its specification's
 * @param available sandboxes ready to be borrowed
 * @param active sandboxes in use
 * @param creating sandboxes being made
 * @param waiting callers waiting for one
 * @param total all sandboxes that count against {@code maxTotal}
 * @param target how many are kept ready
 * @param maxTotal how many there may be in all
 * @param lastError why the last attempt to make one failed; empty after a success
 */
public record PoolStatus(
    String name,
    int available,
    int active,
    int creating,
    int waiting,
    int total,
    int target,
    int maxTotal,
    Optional<String> lastError) {}
