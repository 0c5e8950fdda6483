package dev.sandpool.backend;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How long somebody may keep a sandbox: until a time, and for as long as it is used.
 *
 * <p>It stands on the sandbox's own object and changes there by compare and set, so a renewal and
 * the end never both happen, whoever sees to them.
 *
 * @param since when it was taken, or last renewed by word
 * @param ttl how long from then; empty for no such end
 * @param idleTtl how long from its last use; empty for no such end
 * @param lastUse when it was used last, as far as that was written down
 */
public record Tenure(
    Instant since, Optional<Duration> ttl, Optional<Duration> idleTtl, Instant lastUse) {

  /** A tenure without an end. */
  public static Tenure endless(Instant since) {
    return new Tenure(since, Optional.empty(), Optional.empty(), since);
  }

  /** Checks that nothing is missing. */
  public Tenure {
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(ttl, "ttl");
    Objects.requireNonNull(idleTtl, "idleTtl");
    Objects.requireNonNull(lastUse, "lastUse");
  }

  /** When it ends, if it is not used again; empty for never. */
  public Optional<Instant> end() {
    return Stream.of(
            ttl.flatMap(length -> after(since, length)),
            idleTtl.flatMap(length -> after(lastUse, length)))
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  /** What no calendar reaches is never. */
  private static Optional<Instant> after(Instant start, Duration length) {
    try {
      return Optional.of(start.plus(length));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** Whether it is over. */
  public boolean isOver(Instant now) {
    return end().filter(end -> !end.isAfter(now)).isPresent();
  }

  /** The same, used now. Never goes back. */
  public Tenure usedAt(Instant now) {
    return now.isAfter(lastUse) ? new Tenure(since, ttl, idleTtl, now) : this;
  }

  /** The same, begun again with another length. */
  public Tenure renewed(Optional<Duration> newTtl, Instant now) {
    return new Tenure(now, newTtl, idleTtl, now.isAfter(lastUse) ? now : lastUse);
  }
}
