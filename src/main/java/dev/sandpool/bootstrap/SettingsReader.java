package dev.sandpool.bootstrap;

import dev.sandpool.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads settings and collects what is wrong, so that a start reports all of it at once. */
final class SettingsReader {

  private final Function<String, Optional<String>> values;
  private final List<InvalidValueException> problems = new ArrayList<>();
  private final List<String> shown = new ArrayList<>();

  SettingsReader(Function<String, Optional<String>> values) {
    this.values = values;
  }

  /** The value of a setting; its default when there is none, or none that can be read. */
  <T> T read(Setting<T> setting) {
    Optional<String> given = values.apply(setting.key());
    String text = given.orElse(setting.defaultText());
    shown.add(setting.key() + " = " + setting.shown(text) + (given.isEmpty() ? "" : " (set)"));
    try {
      return setting.parse(text);
    } catch (InvalidValueException e) {
      problems.add(e);
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
      problems.add(e);
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
