package dev.sandpool.backend.exec;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * How a command ended.
 *
 * @param exitCode its status; empty when it was killed for time or nobody said
 * @param timedOut whether its time ran out
 * @param duration from start to end
 */
public record CommandEnd(OptionalInt exitCode, boolean timedOut, Duration duration) {}
