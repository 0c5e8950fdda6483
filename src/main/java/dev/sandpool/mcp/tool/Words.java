package dev.sandpool.mcp.tool;

import java.time.Duration;

/** Times as people say them. */
final class Words {

  private Words() {}

  /** Such as {@code 1 h 30 min}. */
  static String time(Duration time) {
    StringBuilder words = new StringBuilder();
    add(words, time.toHours(), "h");
    add(words, time.toMinutesPart(), "min");
    add(words, time.toSecondsPart(), "s");
    return words.isEmpty() ? time.toMillis() + " ms" : words.toString();
  }

  private static void add(StringBuilder words, long count, String unit) {
    if (count > 0) {
      words.append(words.isEmpty() ? "" : " ").append(count).append(' ').append(unit);
    }
  }
}
