package dev.sandpool;

import java.util.Objects;
import java.util.Optional;

/**
 * A sandbox that was found or made, and which of the two.
 *
 * @param sandbox the handle; closing it ends the handle only, and the sandbox lives on
 * @param origin where the sandbox came from
 * @param reason what became of the one before, where there was one; its files are gone
 */
public record Acquired(Sandbox sandbox, Origin origin, Optional<String> reason) {

  /** Where a sandbox came from. */
  public enum Origin {
    /** It was there, with its files. */
    FOUND,
    /** It was there, suspended, and runs again; what is not on volumes of its own is gone. */
    RESUMED,
    /** It is new, as there was none. */
    CREATED,
    /** It is new, as the one that there was is gone with its files. */
    REPLACED
  }

  /** Checks that nothing is missing. */
  public Acquired {
    Objects.requireNonNull(sandbox, "sandbox");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(reason, "reason");
  }

  /** Whether files of an earlier use, which there was, are gone or may be. */
  public boolean lostFiles() {
    return origin == Origin.RESUMED || origin == Origin.REPLACED;
  }
}
