package dev.sandpool.bootstrap;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds keys that look like settings and are none: mistyped, or of another version.
 *
 * <p>Names come as a configuration lists them, so variables of the environment are among them in
 * their own spelling ({@code SANDPOOL_POOL_MIN_IDLE}), and perhaps again with dots.
 */
public final class UnknownKeys {

  private static final String PREFIX = "sandpool.";
  private static final String VARIABLE_PREFIX = "SANDPOOL_";

  /** What Kubernetes sets in every Pod beside a Service called sandpool. */
  private static final Pattern SERVICE_VARIABLE =
      Pattern.compile("SANDPOOL_(SERVICE|PORT)(_.*)?|SANDPOOL_[A-Z0-9_]+_(SERVICE|PORT)(_.*)?");

  private UnknownKeys() {}

  /**
   * Describes the unknown keys.
   *
   * @param names all names that the configuration has
   * @param values gives the text of a key, or nothing for its default
   * @return one sentence for each, with the known key that is nearest to it
   */
  public static List<String> describe(
      Set<String> names, Function<String, Optional<String>> values) {
    SettingsReader from = new SettingsReader(values);
    Set<String> known = known(SpecNames.find(from, names), ApiKeyKeys.names(from, names));
    Set<String> variables = known.stream().map(UnknownKeys::variable).collect(Collectors.toSet());
    return names.stream()
        .filter(name -> isUnknown(name, names, known, variables))
        .sorted()
        .map(name -> describe(name, known))
        .toList();
  }

  private static String describe(String name, Set<String> known) {
    return name
        + " is not a setting of Sandpool; did you mean "
        + nearest(name, known)
        + "?"
        + (isForSpecification(name) ? " To make a specification, name it in sandpool.specs" : "")
        + (isForApiKey(name) ? " To make an API key, name it in sandpool.api-keys" : "");
  }

  /** Whether it would be a setting if only there were a specification of the name in it. */
  private static boolean isForSpecification(String name) {
    return NamedKey.settings().stream()
        .map(setting -> variable(NamedKey.of(setting.key(), "X")).replace("_X_", "_.+_"))
        .anyMatch(variable(name)::matches);
  }

  private static boolean isForApiKey(String name) {
    return ApiKeyKeys.of("X")
        .map(key -> variable(key).replace("_X_", "_.+_"))
        .anyMatch(variable(name)::matches);
  }

  private static Set<String> known(Set<String> specs, Set<String> apiKeys) {
    Stream<String> named =
        specs.stream()
            .flatMap(
                spec ->
                    NamedKey.settings().stream().map(setting -> NamedKey.of(setting.key(), spec)));
    return Stream.of(
            Catalogue.all().stream().map(Setting::key),
            named,
            apiKeys.stream().flatMap(ApiKeyKeys::of))
        .flatMap(keys -> keys)
        .collect(Collectors.toSet());
  }

  private static boolean isUnknown(
      String name, Set<String> names, Set<String> known, Set<String> variables) {
    if (name.startsWith(PREFIX)) {
      // A name with dots that the configuration made from a variable is judged as the variable.
      return !known.contains(name) && !names.contains(variable(name));
    }
    return name.startsWith(VARIABLE_PREFIX)
        && !variables.contains(name)
        && !SERVICE_VARIABLE.matcher(name).matches();
  }

  private static String variable(String key) {
    return key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }

  private static String nearest(String name, Set<String> known) {
    return known.stream()
        .min(
            Comparator.comparingInt((String key) -> distance(variable(key), variable(name)))
                .thenComparing(Comparator.naturalOrder()))
        .orElseThrow();
  }

  /** Levenshtein's distance: how many letters to add, drop or change. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }
}
