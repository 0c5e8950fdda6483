package dev.sandpool.session;

import dev.sandpool.backend.Tenure;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Words for the end of a tenure. */
final class Expiry {

  private Expiry() {}

  /** Why one that is over is. */
  static String words(Tenure over) {
    Instant end = over.end().orElseThrow();
    Tenure unused = new Tenure(over.since(), Optional.empty(), over.idleTtl(), over.lastUse());
    boolean byAge = !unused.end().equals(over.end());
    return byAge
        ? "its time to live of %s was over at %s".formatted(shown(over.ttl().orElseThrow()), end)
        : "it was not used for %s, since %s"
            .formatted(shown(over.idleTtl().orElseThrow()), over.lastUse());
  }

  /** A length for people. */
  static String shown(Duration length) {
    return length.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
