package dev.sandpool;

import java.time.Instant;
import java.util.OptionalInt;

/**
 * What is known of a background process.
 *
 * @param id identifier within its sandbox
 * @param command the beginning of its command, on one line
 * @param running whether it still runs
 * @param exitCode how it ended, 128 plus the signal's number when a signal ended it; empty while it
 *     runs, and when nobody knows
 * @param startedAt when it was started, to the second
 * @param outputBytes how much it has printed
 */
public record ProcessInfo(
    String id,
    String command,
    boolean running,
    OptionalInt exitCode,
    Instant startedAt,
    long outputBytes) {}
