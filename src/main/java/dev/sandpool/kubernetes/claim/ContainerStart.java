package dev.sandpool.kubernetes.claim;

import java.util.Optional;

/**
 * When the container of a sandbox was started, as its first process has it. A kubelet starts one
 * again that ended, in the same Pod and at the same address, and the claim stays as it was; but
 * what ran in the first one is gone, and all files that were not on volumes.
 */
final class ContainerStart {

  /** Shell commands that print the line which {@link #learn} and {@link #isAnother} read. */
  static final String PRINT = "{ IFS= read -r sp_l </proc/1/stat && echo \"$sp_l\"; } 2>/dev/null";

  /** Of the fields after the name, which may have anything in it. */
  private static final int START_TIME = 19;

  private volatile Optional<String> known = Optional.empty();

  /** Takes this container for the sandbox's. */
  void learn(String printed) {
    known = read(printed);
  }

  /** The next one that is learnt may be another. */
  void forget() {
    known = Optional.empty();
  }

  /** Whether this is another container than the one that is known; false where nobody knows. */
  boolean isAnother(String printed) {
    Optional<String> now = read(printed);
    return known.isPresent() && now.isPresent() && !known.equals(now);
  }

  private static Optional<String> read(String printed) {
    String line = printed.strip();
    String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
    return line.startsWith("1 (") && fields.length > START_TIME
        ? Optional.of(fields[START_TIME])
        : Optional.empty();
  }
}
