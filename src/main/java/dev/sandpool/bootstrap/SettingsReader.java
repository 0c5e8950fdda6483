package dev.sandpool.bootstrap;

import dev.sandpool.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads settings and collects what is wrong, so that a start reports all of it at once.
 *
 * <p>One {@link #named} for a specification looks for its own key first, and takes what it has not
 * from the key for all; what is wrong with that one was reported already.
 */
final class SettingsReader {

  private final Function<String, Optional<String>> values;
  private final List<InvalidValueException> problems;
  private final List<String> shown;
  private final Optional<String> name;
  private boolean hasOwn;

  SettingsReader(Function<String, Optional<String>> values) {
    this(values, new ArrayList<>(), new ArrayList<>(), Optional.empty());
  }

  private SettingsReader(
      Function<String, Optional<String>> values,
      List<InvalidValueException> problems,
      List<String> shown,
      Optional<String> name) {
    this.values = values;
    this.problems = problems;
    this.shown = shown;
    this.name = name;
  }

  /** Reads for one specification, and reports together with this one. */
  SettingsReader named(String specification) {
    return new SettingsReader(values, problems, shown, Optional.of(specification));
  }

  /** The value of a setting; its default when there is none, or none that can be read. */
  <T> T read(Setting<T> setting) {
    if (name.isEmpty()) {
      return report(setting, values.apply(setting.key()));
    }
    Setting<T> own = setting.named(name.get());
    Optional<String> given = values.apply(own.key());
    hasOwn |= given.isPresent();
    return given.isPresent() ? report(own, given) : inherited(setting);
  }

  /** Whether a setting is given here; for a specification's reader, a key of its own. */
  boolean has(Setting<?> setting) {
    String key =
        name.map(specification -> NamedKey.of(setting.key(), specification)).orElse(setting.key());
    return values.apply(key).isPresent();
  }

  /** Reports what a check of values read before refuses, where it was not reported already. */
  void check(Runnable check) {
    combine(
        () -> {
          check.run();
          return true;
        });
  }

  private <T> T report(Setting<T> setting, Optional<String> given) {
    String text = given.orElse(setting.defaultText());
    shown.add(setting.key() + " = " + setting.shown(text) + (given.isEmpty() ? "" : " (set)"));
    try {
      return setting.parse(text);
    } catch (InvalidValueException e) {
      problems.add(e);
      return setting.defaultValue();
    }
  }

  private <T> T inherited(Setting<T> setting) {
    try {
      return setting.parse(values.apply(setting.key()).orElse(setting.defaultText()));
    } catch (InvalidValueException e) {
      return setting.defaultValue();
    }
  }

  /**
   * Puts values together that check each other.
   *
   * @return what was made; null when it could not be, which {@link #finish} will report
   */
  <T> T combine(Supplier<T> parts) {
    try {
      return parts.get();
    } catch (InvalidValueException e) {
      if (name.isEmpty()) {
        problems.add(e);
      } else if (hasOwn) {
        problems.add(e.under(NamedKey.of(e.field(), name.get())));
      }
      return null;
    }
  }

  /**
   * Ends the reading.
   *
   * @return every setting as it was read, one a line, secrets masked
   * @throws InvalidSettingsException if anything was wrong
   */
  String finish() {
    if (!problems.isEmpty()) {
      throw new InvalidSettingsException(problems);
    }
    return String.join("\n  ", shown);
  }
}
