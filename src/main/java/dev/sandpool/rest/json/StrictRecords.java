package dev.sandpool.rest.json;

import dev.sandpool.InvalidValueException;
import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a record of a JSON object, and takes nothing that it does not know.
 *
 * <p>JSON-B ignores a member that has no place in the class. For a service that is a trap: a
 * mistyped {@code timoutSeconds} would be a command without its timeout.
 */
final class StrictRecords {

  private StrictRecords() {}

  static <T> T read(Class<T> type, JsonObject json) {
    RecordComponent[] components = type.getRecordComponents();
    List<String> known = Arrays.stream(components).map(RecordComponent::getName).toList();
    json.keySet().forEach(name -> requireKnown(name, known));
    Object[] values = Arrays.stream(components).map(component -> value(component, json)).toArray();
    return create(type, components, values);
  }

  private static void requireKnown(String name, List<String> known) {
    if (!known.contains(name)) {
      throw new InvalidValueException(
          name, name, "no such member is served here; the members are " + String.join(", ", known));
    }
  }

  /** A member that is absent or null is null. */
  private static Object value(RecordComponent component, JsonObject json) {
    String name = component.getName();
    JsonValue value = json.getOrDefault(name, JsonValue.NULL);
    if (value == JsonValue.NULL) {
      return null;
    }
    Class<?> type = component.getType();
    if (type == String.class) {
      return string(name, value);
    }
    if (type == BigDecimal.class) {
      return number(name, value);
    }
    if (type == Long.class) {
      return integer(name, value);
    }
    if (type == Boolean.class) {
      return bool(name, value);
    }
    if (type == List.class) {
      return list(name, value);
    }
    return strings(name, value);
  }

  private static String string(String name, JsonValue value) {
    if (value instanceof JsonString string) {
      return string.getString();
    }
    throw new InvalidValueException(name, value, "give a JSON string");
  }

  private static BigDecimal number(String name, JsonValue value) {
    if (value instanceof JsonNumber number) {
      return number.bigDecimalValue();
    }
    throw new InvalidValueException(name, value, "give a JSON number");
  }

  private static Long integer(String name, JsonValue value) {
    try {
      return number(name, value).longValueExact();
    } catch (ArithmeticException e) {
      throw new InvalidValueException(name, value, "give a whole number");
    }
  }

  private static Boolean bool(String name, JsonValue value) {
    if (value == JsonValue.TRUE || value == JsonValue.FALSE) {
      return value == JsonValue.TRUE;
    }
    throw new InvalidValueException(name, value, "give true or false");
  }

  private static List<String> list(String name, JsonValue value) {
    if (!(value instanceof JsonArray array)) {
      throw new InvalidValueException(name, value, "give a JSON array of strings");
    }
    List<String> list = new ArrayList<>(array.size());
    array.forEach(each -> list.add(string(name + "[" + list.size() + "]", each)));
    return list;
  }

  private static Map<String, String> strings(String name, JsonValue value) {
    if (!(value instanceof JsonObject object)) {
      throw new InvalidValueException(name, value, "give a JSON object of strings");
    }
    Map<String, String> strings = new LinkedHashMap<>();
    object.forEach((key, each) -> strings.put(key, string(name + "." + key, each)));
    return strings;
  }

  private static <T> T create(Class<T> type, RecordComponent[] components, Object[] values) {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof InvalidValueException refused) {
        throw refused;
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
