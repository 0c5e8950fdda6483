package dev.sandpool;

import java.util.List;
import java.util.Objects;

/**
 * What a clean-up did.
 *
 * @param deleted what was destroyed, or in a dry run would have been
 * @param kept what stays
 * @param failed what should have been destroyed and could not be; the next clean-up tries again
 * @param dryRun whether it was only told
 */
public record CleanupResult(
    List<Verdict> deleted, List<Verdict> kept, List<Verdict> failed, boolean dryRun) {

  /**
   * What became of one sandbox.
   *
   * @param id its identifier
   * @param reason why, in words
   */
  public record Verdict(String id, String reason) {
    /** Checks that nothing is missing. */
    public Verdict {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /** Copies the lists. */
  public CleanupResult {
    deleted = List.copyOf(deleted);
    kept = List.copyOf(kept);
    failed = List.copyOf(failed);
  }
}
