package dev.sandpool.local;

import java.util.ArrayList;
import java.util.List;

/** What a sandbox's root is made of, in the order in which it is made. */
final class RootPlan {

  private final List<Entry> entries = new ArrayList<>();

  /** What a path in the sandbox is. */
  enum Kind {
    /** A view of a host path that cannot be written. */
    READ_ONLY("ro"),
    /** A view of a host path that can. */
    WRITABLE("rw"),
    /** A symbolic link with {@code source} as its text. */
    LINK("link");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** The word for it in {@code root.sh}. */
    String word() {
      return word;
    }
  }

  /**
   * One path.
   *
   * @param kind what it is
   * @param source where it comes from on the host; a link's text
   * @param target where it is in the sandbox
   */
  record Entry(Kind kind, String source, String target) {}

  RootPlan add(Kind kind, String source, String target) {
    entries.add(new Entry(kind, source, target));
    return this;
  }

  List<Entry> entries() {
    return List.copyOf(entries);
  }
}
