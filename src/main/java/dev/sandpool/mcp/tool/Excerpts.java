package dev.sandpool.mcp.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * What of a long text a model gets to see.
 *
 * @param most characters
 */
record Excerpts(int most) {

  /** A text with its middle left out, where it is too long. */
  String middle(String text) {
    OutputExcerpt excerpt = output();
    excerpt.add(text);
    return excerpt.text();
  }

  /** Collects output of any length. */
  OutputExcerpt output() {
    return new OutputExcerpt(most);
  }

  /**
   * The first lines of a text.
   *
   * @param text the lines that fit, with their ends; of a single one that does not, an excerpt
   * @param lines how many lines of the whole they are
   */
  record Lines(String text, long lines) {}

  /** As many lines as fit, at least one. */
  Lines lines(String text) {
    if (text.length() <= most) {
      return new Lines(text, count(text));
    }
    int end = text.lastIndexOf('\n', most - 1) + 1;
    if (end > 0) {
      return new Lines(text.substring(0, end), count(text.substring(0, end)));
    }
    int first = text.indexOf('\n') + 1;
    return new Lines(middle(first > 0 ? text.substring(0, first) : text), 1);
  }

  private static long count(String text) {
    long ends = text.chars().filter(each -> each == '\n').count();
    return text.isEmpty() || text.endsWith("\n") ? ends : ends + 1;
  }

  /** As many elements as fit, by the length of what is shown of each. */
  <T> List<T> first(List<T> all, ToIntFunction<T> length) {
    List<T> first = new ArrayList<>();
    int left = most;
    for (T each : all) {
      left -= length.applyAsInt(each) + 1;
      if (left < 0) {
        break;
      }
      first.add(each);
    }
    return first;
  }
}
