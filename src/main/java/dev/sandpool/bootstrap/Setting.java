package dev.sandpool.bootstrap;

import dev.sandpool.InvalidValueException;
import java.util.Objects;

/**
 * One configuration key.
 *
 * @param <T> what its text means
 * @param key the whole key, such as {@code sandpool.pool.max-total}
 * @param type how to read its text
 * @param defaultText what stands for it when it is not given; empty where that means "none"
 * @param meaning one line for the documentation
 * @param secret whether its value must never be shown
 */
public record Setting<T>(
    String key, SettingType<T> type, String defaultText, String meaning, boolean secret) {

  private static final String MASK = "***";

  /** Checks that nothing is missing. */
  public Setting {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(defaultText, "defaultText");
    Objects.requireNonNull(meaning, "meaning");
  }

  static <T> Setting<T> of(String key, SettingType<T> type, String defaultText, String meaning) {
    return new Setting<>(key, type, defaultText, meaning, false);
  }

  /** The same for one specification. */
  Setting<T> named(String specification) {
    return new Setting<>(NamedKey.of(key, specification), type, defaultText, meaning, secret);
  }

  /**
   * Reads a text.
   *
   * @throws InvalidValueException if it means nothing
   */
  T parse(String text) {
    try {
      return type.parser().apply(text.strip());
    } catch (InvalidValueException e) {
      throw secret ? new InvalidValueException(key, MASK, type.cure()) : e.under(key);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new InvalidValueException(key, shown(text), type.cure());
    }
  }

  T defaultValue() {
    return parse(defaultText);
  }

  String shown(String text) {
    return secret && !text.isEmpty() ? MASK : text;
  }
}
