package dev.sandpool.mcp.tool;

import dev.sandpool.InvalidValueException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What a model gave a tool, checked against the tool's schema. A null is as good as nothing. */
final class Arguments {

  private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(Integer.MAX_VALUE);

  private final Map<String, Object> given = new HashMap<>();

  /**
   * Checks all of them.
   *
   * @throws InvalidValueException if one is missing, of another type, or not the tool's
   */
  Arguments(Schema schema, Map<String, Object> values) {
    values.forEach(
        (name, value) -> {
          Field field =
              schema
                  .field(name)
                  .orElseThrow(() -> new InvalidValueException(name, value, among(schema)));
          if (value != null) {
            given.put(name, checked(field, value));
          }
        });
    schema.fields().stream()
        .filter(field -> field.required() && !given.containsKey(field.name()))
        .forEach(
            field -> {
              throw new InvalidValueException(field.name(), null, give(field));
            });
  }

  private static Object checked(Field field, Object value) {
    if (!field.type().takes(value)) {
      throw new InvalidValueException(field.name(), value, give(field));
    }
    return value;
  }

  private static String give(Field field) {
    return "give " + field.type().words() + ": " + field.description();
  }

  private static String among(Schema schema) {
    return schema.fields().isEmpty()
        ? "this tool takes no arguments"
        : "the arguments of this tool are " + String.join(", ", schema.names());
  }

  /** A required text. */
  String text(String name) {
    return (String) given.get(name);
  }

  Optional<String> optionalText(String name) {
    return Optional.ofNullable(text(name));
  }

  /** A text, or what stands for it where none was given. */
  String text(String name, String otherwise) {
    return optionalText(name).orElse(otherwise);
  }

  boolean flag(String name) {
    return Boolean.TRUE.equals(given.get(name));
  }

  /** A whole number of the range, or what stands for it where none was given. */
  long number(String name, long otherwise, long least, long most) {
    long value = wholeNumber(name).orElse(otherwise);
    if (value < least || value > most) {
      throw new InvalidValueException(
          name, value, "give a whole number from " + least + " to " + most);
    }
    return value;
  }

  private OptionalLong wholeNumber(String name) {
    return given.get(name) instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }

  /** A time in seconds, which may have a fraction; more than zero. */
  Optional<Duration> seconds(String name) {
    return Optional.ofNullable(given.get(name)).map(value -> seconds(name, value.toString()));
  }

  private static Duration seconds(String name, String text) {
    try {
      BigDecimal seconds = new BigDecimal(text);
      if (seconds.signum() > 0 && seconds.compareTo(MOST_SECONDS) <= 0) {
        return Duration.ofMillis(seconds.movePointRight(3).max(BigDecimal.ONE).longValue());
      }
    } catch (NumberFormatException e) {
      // No number is infinite in JSON, but in Java.
    }
    throw new InvalidValueException(name, text, "give more than 0 seconds, or leave it out");
  }

  /** Names with texts; empty where none were given. */
  Map<String, String> texts(String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (given.get(name) instanceof Map<?, ?> map) {
      map.forEach((key, value) -> texts.put(key.toString(), value.toString()));
    }
    return texts;
  }
}
