package dev.sandpool.mcp.tool;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The members of a JSON object.
 *
 * @param fields in the order in which a model reads them
 */
record Schema(List<Field> fields) {

  /** Copies the fields. */
  Schema {
    fields = List.copyOf(fields);
  }

  static Schema of(Field... fields) {
    return new Schema(Arrays.asList(fields));
  }

  Optional<Field> field(String name) {
    return fields.stream().filter(field -> field.name().equals(name)).findFirst();
  }

  List<String> names() {
    return fields.stream().map(Field::name).toList();
  }

  /** As JSON Schema, which takes no members beside these. */
  Map<String, Object> json() {
    Map<String, Object> properties = new LinkedHashMap<>();
    fields.forEach(field -> properties.put(field.name(), field.json()));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", "object");
    json.put("properties", properties);
    json.put("required", fields.stream().filter(Field::required).map(Field::name).toList());
    json.put("additionalProperties", false);
    return json;
  }
}
