package dev.sandpool.kubernetes.raw;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Map;
import java.util.Optional;

/**
 * Lays one Pod over another as Kubernetes' strategic merge does.
 *
 * <p>Maps merge; null takes a field away. Of the lists in the table, items that name the same thing
 * meet and the others are added at the end; all other lists are replaced.
 */
final class StrategicMerge {

  /**
   * How the items of a list meet.
   *
   * @param key the field that says what an item is about
   * @param whole whether the new item replaces the old one: the fields of these exclude each other,
   *     such as a volume's sources
   */
  private record ListRule(String key, boolean whole) {}

  private static final Map<String, ListRule> LISTS =
      Map.ofEntries(
          Map.entry("containers", new ListRule("name", false)),
          Map.entry("initContainers", new ListRule("name", false)),
          Map.entry("ephemeralContainers", new ListRule("name", false)),
          Map.entry("volumes", new ListRule("name", true)),
          Map.entry("env", new ListRule("name", true)),
          Map.entry("volumeMounts", new ListRule("mountPath", false)),
          Map.entry("volumeDevices", new ListRule("devicePath", false)),
          Map.entry("ports", new ListRule("containerPort", false)),
          Map.entry("tolerations", new ListRule("key", true)),
          Map.entry("hostAliases", new ListRule("ip", true)),
          Map.entry("imagePullSecrets", new ListRule("name", false)),
          Map.entry("topologySpreadConstraints", new ListRule("topologyKey", false)),
          Map.entry("resourceClaims", new ListRule("name", true)));

  private StrategicMerge() {}

  /** The merged tree; neither argument is changed. */
  static JsonObject merge(JsonObject base, JsonObject over) {
    JsonObject merged = base.deepCopy();
    over.asMap()
        .forEach(
            (field, value) -> {
              if (value.isJsonNull()) {
                merged.remove(field);
              } else {
                merged.add(field, merge(field, merged.get(field), value));
              }
            });
    return merged;
  }

  private static JsonElement merge(String field, JsonElement base, JsonElement over) {
    if (over instanceof JsonObject object) {
      return merge(base instanceof JsonObject old ? old : new JsonObject(), object);
    }
    ListRule rule = LISTS.get(field);
    if (over instanceof JsonArray items && base instanceof JsonArray old && rule != null) {
      return merge(rule, old, items);
    }
    return over.deepCopy();
  }

  private static JsonArray merge(ListRule rule, JsonArray base, JsonArray over) {
    JsonArray merged = base.deepCopy();
    for (JsonElement item : over) {
      // Looked up in the base only: one template may have two items of a key, and keeps both.
      Optional<Integer> place = place(rule, base, item);
      if (place.isEmpty()) {
        merged.add(item.deepCopy());
      } else {
        JsonElement old = merged.get(place.get());
        merged.set(place.get(), rule.whole() ? item.deepCopy() : merge("", old, item));
      }
    }
    return merged;
  }

  private static Optional<Integer> place(ListRule rule, JsonArray list, JsonElement item) {
    Optional<String> wanted = key(rule, item);
    for (int i = 0; wanted.isPresent() && i < list.size(); i++) {
      if (key(rule, list.get(i)).equals(wanted)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> key(ListRule rule, JsonElement item) {
    return item instanceof JsonObject object
        ? Optional.ofNullable(object.get(rule.key()))
            .filter(JsonElement::isJsonPrimitive)
            .map(JsonElement::getAsString)
        : Optional.empty();
  }
}
