package dev.sandpool.backend.exec;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * How a command ended.
 *
 * @param exitCode its status; empty when it was killed for time or nobody said
 * @param timedOut whether its time ran out
 * @param oomKilled whether it failed and the kernel had killed for want of memory meanwhile
 * @param duration from start to end
 */
public record CommandEnd(
    OptionalInt exitCode, boolean timedOut, boolean oomKilled, Duration duration) {}
