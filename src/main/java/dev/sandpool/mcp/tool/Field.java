package dev.sandpool.mcp.tool;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A member of a tool's input or output.
 *
 * @param name as it is in JSON
 * @param type what it holds
 * @param required whether it must be there
 * @param description for the model, in one sentence
 * @param items what the elements of a list are; empty for all else
 */
record Field(String name, Type type, boolean required, String description, Optional<Schema> items) {

  /** What JSON values a member takes. */
  enum Type {
    /** Text. */
    STRING("string", "a text"),
    /** A whole number, of any sign. */
    INTEGER("integer", "a whole number"),
    /** Any number. */
    NUMBER("number", "a number"),
    /** True or false. */
    BOOLEAN("boolean", "true or false"),
    /** Names with texts. */
    TEXTS("object", "an object whose values are texts"),
    /** Objects, one after the other; only in outputs. */
    LIST("array", "a list");

    private final String json;
    private final String words;

    Type(String json, String words) {
      this.json = json;
      this.words = words;
    }

    /** For error messages: what to give. */
    String words() {
      return words;
    }

    /** Whether a value, as JSON parsers give it, is of this type. */
    boolean takes(Object value) {
      return switch (this) {
        case STRING -> value instanceof String;
        case INTEGER -> value instanceof Integer || value instanceof Long;
        case NUMBER -> value instanceof Number;
        case BOOLEAN -> value instanceof Boolean;
        case TEXTS ->
            value instanceof Map<?, ?> map
                && map.values().stream().allMatch(String.class::isInstance);
        case LIST -> value instanceof Iterable<?>;
      };
    }
  }

  /** Checks that nothing is missing. */
  Field {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(items, "items");
  }

  static Field required(String name, Type type, String description) {
    return new Field(name, type, true, description, Optional.empty());
  }

  static Field optional(String name, Type type, String description) {
    return new Field(name, type, false, description, Optional.empty());
  }

  static Field list(String name, String description, Schema items) {
    return new Field(name, Type.LIST, true, description, Optional.of(items));
  }

  /** Its part of a JSON Schema. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", type.json);
    json.put("description", description);
    if (type == Type.TEXTS) {
      json.put("additionalProperties", Map.of("type", "string"));
    }
    items.ifPresent(schema -> json.put("items", schema.json()));
    return json;
  }
}
