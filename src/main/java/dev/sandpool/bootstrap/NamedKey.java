package dev.sandpool.bootstrap;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Keys of one specification: {@code sandpool.spec.python.image} for {@code sandpool.spec.image}.
 */
final class NamedKey {

  /** Whatever follows the key proper is kept: an error may name a part of the value there. */
  private static final Pattern FORM = Pattern.compile("(sandpool\\.[a-z]+\\.)(.+)");

  private NamedKey() {}

  /** The settings that a specification can have of its own. */
  static List<Setting<?>> settings() {
    return Stream.of(SpecKeys.ALL, PoolKeys.ALL, RawKeys.POD, ClaimKeys.CLAIM)
        .<Setting<?>>flatMap(List::stream)
        .toList();
  }

  /** The key for a specification. */
  static String of(String key, String name) {
    Matcher form = FORM.matcher(key);
    return form.matches() ? form.group(1) + name + "." + form.group(2) : key;
  }

  /** The names that keys were given for. */
  static Stream<String> names(String key, Set<String> given) {
    Matcher form = FORM.matcher(key);
    if (!form.matches()) {
      return Stream.empty();
    }
    Pattern named =
        Pattern.compile(
            Pattern.quote(form.group(1)) + "([^.]+)" + Pattern.quote("." + form.group(2)));
    return given.stream()
        .map(named::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1));
  }
}
