package dev.sandpool.files;

import dev.sandpool.InvalidValueException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Takes <code>{a,b}</code> in a pattern apart. Braces without a partner or a comma are literal. */
final class Braces {

  private static final int MOST = 1000;

  private Braces() {}

  static List<String> expand(String field, String pattern) {
    List<String> done = new ArrayList<>();
    Deque<String> open = new ArrayDeque<>(List.of(pattern));
    while (!open.isEmpty()) {
      String next = open.pop();
      List<String> parts = firstGroup(next);
      if (parts.isEmpty()) {
        done.add(next);
      }
      parts.forEach(open::push);
      if (done.size() + open.size() > MOST) {
        throw new InvalidValueException(
            field, pattern, "its braces stand for more than " + MOST + " patterns; use fewer");
      }
    }
    return done;
  }

  /** The pattern once for each alternative of its first group; empty when it has none. */
  private static List<String> firstGroup(String pattern) {
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '{') {
        List<String> parts = group(pattern, i);
        if (!parts.isEmpty()) {
          return parts;
        }
      }
    }
    return List.of();
  }

  private static List<String> group(String pattern, int start) {
    List<Integer> cuts = new ArrayList<>(List.of(start));
    int depth = 0;
    for (int i = start; i < pattern.length(); i++) {
      switch (pattern.charAt(i)) {
        case '\\' -> i++;
        case '{' -> depth++;
        case ',' -> {
          if (depth == 1) {
            cuts.add(i);
          }
        }
        case '}' -> {
          depth--;
          if (depth == 0) {
            cuts.add(i);
            return cuts.size() > 2 ? alternatives(pattern, cuts) : List.of();
          }
        }
        default -> {}
      }
    }
    return List.of();
  }

  private static List<String> alternatives(String pattern, List<Integer> cuts) {
    String before = pattern.substring(0, cuts.get(0));
    String after = pattern.substring(cuts.get(cuts.size() - 1) + 1);
    List<String> all = new ArrayList<>();
    for (int i = 1; i < cuts.size(); i++) {
      all.add(before + pattern.substring(cuts.get(i - 1) + 1, cuts.get(i)) + after);
    }
    return all;
  }
}
