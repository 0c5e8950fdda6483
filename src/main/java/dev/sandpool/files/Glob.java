package dev.sandpool.files;

import dev.sandpool.InvalidValueException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A pattern for paths; the rules are told at {@link dev.sandpool.SandboxFiles#glob}. */
final class Glob {

  private static final String DIRECTORIES = "**";

  private final List<List<String>> patterns;

  /** Patterns without a slash are for names only. */
  private final boolean anyDepth;

  private Glob(List<List<String>> patterns, boolean anyDepth) {
    this.patterns = patterns;
    this.anyDepth = anyDepth;
  }

  /** Reads a pattern; {@code field} is its name in errors. */
  static Glob of(String field, String pattern) {
    if (pattern.isEmpty() || pattern.endsWith("/")) {
      throw new InvalidValueException(field, pattern, "give a pattern for files, such as *.txt");
    }
    List<List<String>> patterns =
        Braces.expand(field, pattern).stream()
            .map(one -> Arrays.asList(one.split("/+", -1)))
            .map(segments -> segments.stream().filter(s -> !s.isEmpty() && !s.equals(".")).toList())
            .toList();
    if (patterns.stream().anyMatch(segments -> segments.contains(".."))) {
      throw new InvalidValueException(field, pattern, "give the other directory as the path");
    }
    return new Glob(patterns, !pattern.contains("/"));
  }

  /** Whether it is for this path, given from the searched directory on. */
  boolean matches(String relative) {
    List<String> names = Arrays.asList(relative.split("/", -1));
    List<String> looked = anyDepth ? names.subList(names.size() - 1, names.size()) : names;
    return patterns.stream().anyMatch(segments -> matches(segments, looked));
  }

  /** What find's -name may sort out beforehand: everything that this is for, and maybe more. */
  String prefilter() {
    return Optional.of(patterns)
        .filter(all -> anyDepth && all.size() == 1)
        .map(all -> all.get(0))
        .filter(segments -> segments.size() == 1)
        .flatMap(segments -> segments.stream().findFirst())
        .filter(name -> Stream.of("?", "[", "\\").noneMatch(name::contains))
        .orElse("*");
  }

  /** Fills, pattern by pattern, how many of the names it can be for. */
  private static boolean matches(List<String> segments, List<String> names) {
    boolean[] reached = new boolean[names.size() + 1];
    reached[0] = true;
    for (int s = 0; s < segments.size(); s++) {
      boolean last = s == segments.size() - 1;
      reached = step(segments.get(s), last, names, reached);
    }
    return reached[names.size()];
  }

  private static boolean[] step(
      String segment, boolean last, List<String> names, boolean[] reached) {
    boolean[] next = new boolean[reached.length];
    if (segment.equals(DIRECTORIES)) {
      // At the end it stands for a file too, so for one name at least.
      next[0] = reached[0] && !last;
      for (int n = 0; n < names.size(); n++) {
        boolean longer = (next[n] || reached[n]) && !names.get(n).startsWith(".");
        next[n + 1] = longer || (reached[n + 1] && !last);
      }
      return next;
    }
    for (int n = 0; n < names.size(); n++) {
      next[n + 1] = reached[n] && GlobSegment.matches(segment, names.get(n));
    }
    return next;
  }
}
