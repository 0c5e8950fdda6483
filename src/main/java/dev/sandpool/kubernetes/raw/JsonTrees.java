package dev.sandpool.kubernetes.raw;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import java.util.stream.Stream;

/** Pods as JSON trees and back. */
final class JsonTrees {

  private JsonTrees() {}

  static JsonObject of(Object model) {
    return JsonParser.parseString(JSON.serialize(model)).getAsJsonObject();
  }

  /**
   * Reads a Pod.
   *
   * @throws IllegalArgumentException if a field is unknown, is missing or has another type
   */
  static V1Pod pod(JsonObject tree) {
    V1Pod pod = JSON.deserialize(tree.toString(), V1Pod.class);
    V1PodSpec spec = pod.getSpec();
    if (spec != null && spec.getOverhead() != null && spec.getOverhead().isEmpty()) {
      // The client's default is an empty map, which admission takes for one that was set.
      spec.setOverhead(null);
    }
    return pod;
  }

  /** The object in a field; put there if there is none. */
  static JsonObject child(JsonObject parent, String field) {
    if (!(parent.get(field) instanceof JsonObject)) {
      parent.add(field, new JsonObject());
    }
    return parent.getAsJsonObject(field);
  }

  /** The objects in a list field; none where there is no list. */
  static Stream<JsonObject> items(JsonObject parent, String field) {
    return parent.get(field) instanceof JsonArray list
        ? list.asList().stream().filter(JsonElement::isJsonObject).map(JsonElement::getAsJsonObject)
        : Stream.empty();
  }

  /** A value for messages: a text without its quotes, anything else as JSON. */
  static String shown(JsonElement value) {
    return value instanceof JsonPrimitive primitive ? primitive.getAsString() : value.toString();
  }
}
