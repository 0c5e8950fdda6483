package dev.sandpool;

import java.util.List;

/**
 * What a search found.
 *
 * @param matches by path, then by line
 * @param truncated whether there is or may be more: the limit was reached, or something could not
 *     be read
 */
public record Matches<T>(List<T> matches, boolean truncated) {

  /** Keeps the matches as they are now. */
  public Matches {
    matches = List.copyOf(matches);
  }
}
