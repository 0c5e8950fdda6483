package dev.sandpool.bootstrap;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people write them ({@code 30s}) and as ISO-8601 has them ({@code PT30S}). */
public final class Durations {

  private static final Pattern SHORT = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");

  private static final Map<String, LongFunction<Duration>> UNITS =
      Map.of(
          "ms", Duration::ofMillis,
          "s", Duration::ofSeconds,
          "m", Duration::ofMinutes,
          "h", Duration::ofHours,
          "d", Duration::ofDays);

  /** A hundred years, which still fits into a long as nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private Durations() {}

  /**
   * Reads a length.
   *
   * @throws IllegalArgumentException if it is none, negative, or longer than a hundred years
   */
  public static Duration parse(String text) {
    Duration duration = read(text);
    SettingType.require(!duration.isNegative() && duration.compareTo(LONGEST) <= 0);
    return duration;
  }

  private static Duration read(String text) {
    Matcher form = SHORT.matcher(text);
    if (form.matches()) {
      return UNITS.get(form.group(2)).apply(Long.parseLong(form.group(1)));
    }
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
