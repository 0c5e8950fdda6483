package dev.sandpool.kubernetes;

import com.google.gson.Gson;
import dev.sandpool.backend.Terms;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A JSON patch (RFC 6902). The server applies it whole or, where a test fails, not at all: of any
 * number of callers, in any number of processes, one succeeds.
 */
public final class JsonPatch {

  private static final Gson GSON = new Gson();

  private final List<Map<String, Object>> operations = new ArrayList<>();

  /**
   * Takes a sandbox out of the stock: compares and sets its state, and notes on what terms.
   *
   * @param meta what is known of it
   * @param taker the replica that lends it
   * @param terms on which it is taken
   * @param own labels that are not to be users'
   * @throws dev.sandpool.InvalidValueException if one of the user's would be one of those
   */
  public static JsonPatch claim(V1ObjectMeta meta, String taker, Terms terms, Set<String> own) {
    JsonPatch patch =
        inStock(meta)
            .replace(label(SandboxKeys.STATE), SandboxKeys.ACTIVE)
            .add(label(SandboxKeys.HOLDER), taker);
    TermsNotes.write(patch, terms, own);
    return patch;
  }

  /** Says that a sandbox is set up, if its holder still is who it was. */
  public static JsonPatch offer(V1ObjectMeta meta) {
    return held(meta).replace(label(SandboxKeys.STATE), SandboxKeys.WARM);
  }

  /** Makes a sandbox another replica's to keep, if its holder still is who it was. */
  public static JsonPatch adopt(V1ObjectMeta meta, String holder) {
    return held(meta).replace(label(SandboxKeys.HOLDER), holder);
  }

  private static JsonPatch held(V1ObjectMeta meta) {
    return inStock(meta)
        .test(label(SandboxKeys.HOLDER), SandboxKeys.label(meta, SandboxKeys.HOLDER));
  }

  /** Of whatever else changed meanwhile, such as a status, nothing matters. */
  private static JsonPatch inStock(V1ObjectMeta meta) {
    String state = SandboxKeys.label(meta, SandboxKeys.STATE);
    return new JsonPatch()
        .test("/metadata/uid", meta.getUid())
        .test(
            label(SandboxKeys.STATE),
            SandboxKeys.STARTING.equals(state) ? state : SandboxKeys.WARM);
  }

  /** Requires a value. */
  public JsonPatch test(String path, Object value) {
    return operation("test", path, value);
  }

  /** Sets what is there. */
  public JsonPatch replace(String path, Object value) {
    return operation("replace", path, value);
  }

  /** Sets what is there or not. */
  public JsonPatch add(String path, Object value) {
    return operation("add", path, value);
  }

  /** For the client. */
  public V1Patch patch() {
    return new V1Patch(GSON.toJson(operations));
  }

  private JsonPatch operation(String op, String path, Object value) {
    operations.add(Map.of("op", op, "path", path, "value", value));
    return this;
  }

  /** The path of a label. */
  public static String label(String name) {
    return "/metadata/labels/" + escaped(name);
  }

  /** The path of an annotation. */
  public static String annotation(String name) {
    return "/metadata/annotations/" + escaped(name);
  }

  /** A name as a step of a path. */
  public static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
