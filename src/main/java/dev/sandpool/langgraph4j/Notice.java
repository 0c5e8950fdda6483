package dev.sandpool.langgraph4j;

import dev.sandpool.Acquired;
import java.util.Optional;

/** What an agent is told of a sandbox that is not as it was. */
final class Notice {

  private Notice() {}

  static Optional<String> of(Acquired acquired) {
    return Optional.of(acquired)
        .filter(Acquired::lostFiles)
        .map(
            one ->
                "The sandbox is a new one: "
                    + one.reason().orElse("it was suspended meanwhile")
                    + ". Files and processes from before are gone; make again what is needed.");
  }
}
