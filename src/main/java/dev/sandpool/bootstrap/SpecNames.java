package dev.sandpool.bootstrap;

import dev.sandpool.SandboxSpec;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The specifications beside the default one.
 *
 * <p>A key such as {@code sandpool.spec.python.image} makes one. Where a configuration cannot list
 * its keys as they are spelt, as with variables of the environment, {@code sandpool.specs} names
 * them.
 */
final class SpecNames {

  private static final Pattern FORM = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  static final Setting<List<String>> LISTED =
      Setting.of(
          "sandpool.specs",
          SettingType.listOf(
              "names", "give names of small letters, digits and dashes: python,node", FORM),
          "",
          "Specifications beside `default`, such as `python,node`. A key such as"
              + " `sandpool.spec.python.image` makes one too, unless it is a variable of the"
              + " environment.");

  private SpecNames() {}

  /**
   * All of them, sorted.
   *
   * @param keys that the configuration has
   */
  static Set<String> find(SettingsReader from, Set<String> keys) {
    Set<String> names = new TreeSet<>(from.read(LISTED));
    SpecKeys.ALL.stream()
        .flatMap(setting -> NamedKey.names(setting.key(), keys))
        .filter(FORM.asMatchPredicate())
        .forEach(names::add);
    names.remove(SandboxSpec.DEFAULT_NAME);
    return names;
  }
}
