package dev.sandpool.kubernetes.stock;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sandpool.backend.Hash;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Short texts that are alike for what is alike, in whatever process. */
public final class Fingerprint {

  private static final Gson GSON = new Gson();
  private static final int BYTES = 10;

  private Fingerprint() {}

  /**
   * A text of 20 letters and digits for values that JSON can say. In which order an object has its
   * members does not count: that of immutable maps differs from process to process.
   */
  public static String of(Object... parts) {
    JsonArray all = new JsonArray();
    Arrays.stream(parts).map(GSON::toJsonTree).map(Fingerprint::sorted).forEach(all::add);
    return Hash.of(all.toString(), BYTES);
  }

  private static JsonElement sorted(JsonElement element) {
    if (element.isJsonArray()) {
      JsonArray array = new JsonArray();
      element.getAsJsonArray().forEach(each -> array.add(sorted(each)));
      return array;
    }
    if (!element.isJsonObject()) {
      return element;
    }
    Map<String, JsonElement> members = new TreeMap<>(element.getAsJsonObject().asMap());
    JsonObject object = new JsonObject();
    members.forEach((name, value) -> object.add(name, sorted(value)));
    return object;
  }
}
