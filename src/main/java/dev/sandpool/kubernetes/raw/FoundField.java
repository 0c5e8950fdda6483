package dev.sandpool.kubernetes.raw;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A field that a pattern found in a tree.
 *
 * <p>A pattern is a path such as {@code spec.volumes[].hostPath}; {@code []} stands for each item
 * of a list and {@code *} for each field of an object.
 *
 * @param path where it is, with items by their names: {@code spec.volumes[data].hostPath}
 * @param name the field's own name
 * @param value what it has; never null
 */
record FoundField(String path, String name, JsonElement value) {

  private static final String ITEMS = "[]";

  static List<FoundField> find(JsonObject root, String pattern) {
    Stream<FoundField> found = Stream.of(new FoundField("", "", root));
    for (String step : pattern.split("\\.", -1)) {
      found = found.flatMap(field -> field.step(step));
    }
    return found.toList();
  }

  private Stream<FoundField> step(String step) {
    if (!(value instanceof JsonObject object)) {
      return Stream.empty();
    }
    if (step.equals("*")) {
      return object.keySet().stream().flatMap(field -> child(object, field));
    }
    return step.endsWith(ITEMS)
        ? child(object, step.substring(0, step.length() - ITEMS.length()))
            .flatMap(FoundField::items)
        : child(object, step);
  }

  private Stream<FoundField> child(JsonObject object, String field) {
    return Stream.ofNullable(object.get(field))
        .filter(found -> !found.isJsonNull())
        .map(found -> new FoundField(join(field), field, found));
  }

  private String join(String field) {
    String step = field.matches("\\w+") ? "." + field : "[" + field + "]";
    return path.isEmpty() ? field : path + step;
  }

  private Stream<FoundField> items() {
    return value instanceof JsonArray list
        ? IntStream.range(0, list.size())
            .mapToObj(
                i -> new FoundField(path + "[" + label(list.get(i), i) + "]", name, list.get(i)))
        : Stream.empty();
  }

  /** What the item calls itself, else its place. */
  private static String label(JsonElement item, int place) {
    return Optional.of(item)
        .filter(JsonElement::isJsonObject)
        .map(JsonElement::getAsJsonObject)
        .map(object -> object.get("name"))
        .filter(JsonElement::isJsonPrimitive)
        .map(JsonElement::getAsString)
        .orElse(Integer.toString(place));
  }
}
