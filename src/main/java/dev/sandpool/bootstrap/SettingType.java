package dev.sandpool.bootstrap;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How the text of a setting is read.
 *
 * @param <T> what the text means
 * @param name for the documentation
 * @param cure what to give instead of a text that cannot be read
 * @param parser throws {@link IllegalArgumentException} for such a text
 */
public record SettingType<T>(String name, String cure, Function<String, T> parser) {

  /** A whole number. */
  static final SettingType<Integer> INTEGER =
      new SettingType<>("number", "give a whole number such as 2", Integer::valueOf);

  /** A length of time. */
  static final SettingType<Duration> DURATION =
      new SettingType<>(
          "duration", "give a time such as 30s, 5m, 2h, 250ms or PT30S", Durations::parse);

  /** A number of bytes. */
  static final SettingType<Long> SIZE =
      new SettingType<>("size", "give bytes, or a size such as 512Ki, 1Mi or 2Gi", Sizes::parse);

  /** Any text on one line. */
  static final SettingType<String> TEXT =
      new SettingType<>("text", "give a text without control characters", SettingType::text);

  /** A script, of any number of lines. */
  static final SettingType<String> SCRIPT =
      new SettingType<>(
          "script",
          "give a script for /bin/sh",
          text -> {
            require(text.indexOf('\0') < 0);
            return text;
          });

  /** Pairs of variable names and values. */
  static final SettingType<Map<String, String>> PAIRS =
      new SettingType<>("pairs", "give pairs such as LANG=C.UTF-8,DEBUG=1", SettingType::pairs);

  private static final Pattern QUANTITY_FORM =
      Pattern.compile("[0-9]+(\\.[0-9]+)?(m|k|M|G|T|Ki|Mi|Gi|Ti)?");

  /** A Kubernetes quantity. */
  static final SettingType<String> QUANTITY =
      new SettingType<>(
          "quantity",
          "give a Kubernetes quantity such as 100m, 2 or 1Gi",
          text -> matching(QUANTITY_FORM, text));

  private static final Pattern IMAGE_FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@-]*");

  /** The name of a container image. */
  static final SettingType<String> IMAGE =
      new SettingType<>(
          "image",
          "give an image name such as python:3.12-slim",
          text -> matching(IMAGE_FORM, text));

  /** An absolute path. */
  static final SettingType<String> PATH =
      new SettingType<>(
          "path",
          "give an absolute path such as /workspace",
          text -> matching(Pattern.compile("/[^\\x00]*"), text));

  /** Several absolute paths. */
  static final SettingType<List<String>> PATHS =
      new SettingType<>(
          "paths",
          "give absolute paths such as /opt/jdk,/opt/node",
          text -> elements(text).map(PATH.parser()).toList());

  /** Several texts of a form. */
  static SettingType<List<String>> listOf(String name, String cure, Pattern form) {
    return new SettingType<>(
        name, cure, text -> elements(text).map(each -> matching(form, each)).toList());
  }

  /** Yes or no. */
  static final SettingType<Boolean> BOOLEAN =
      new SettingType<>(
          "true, false",
          "give true or false",
          text -> {
            require(text.equals("true") || text.equals("false"));
            return text.equals("true");
          });

  /** The same with an empty text allowed, for nothing. */
  static <T> SettingType<Optional<T>> optional(SettingType<T> type) {
    return new SettingType<>(
        type.name(),
        type.cure(),
        text -> text.isEmpty() ? Optional.empty() : Optional.of(type.parser().apply(text)));
  }

  /** The same text, read further. */
  <R> SettingType<R> map(Function<T, R> further) {
    return new SettingType<>(name, cure, parser.andThen(further));
  }

  static <E extends Enum<E>> SettingType<E> oneOf(Class<E> choices) {
    return oneOf(
            Arrays.stream(choices.getEnumConstants())
                .map(choice -> choice.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList())
        .map(text -> Enum.valueOf(choices, text.toUpperCase(Locale.ROOT).replace('-', '_')));
  }

  static SettingType<String> oneOf(Collection<String> choices) {
    String listed = String.join(" or ", choices);
    return new SettingType<>(
        listed.replace(" or ", ", "),
        "give " + listed,
        text -> {
          require(choices.contains(text));
          return text;
        });
  }

  private static String text(String text) {
    require(text.chars().noneMatch(Character::isISOControl));
    return text;
  }

  private static String matching(Pattern form, String text) {
    require(form.matcher(text).matches());
    return text;
  }

  private static Map<String, String> pairs(String text) {
    Map<String, String> pairs = new LinkedHashMap<>();
    elements(text)
        .forEach(
            pair -> {
              int equals = pair.indexOf('=');
              require(pair.matches("(?s)[A-Za-z_][A-Za-z0-9_]*=.*"));
              pairs.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
            });
    return pairs;
  }

  static Stream<String> elements(String text) {
    return Arrays.stream(text.split(",", -1)).map(String::strip).filter(each -> !each.isEmpty());
  }

  static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException();
    }
  }
}
