package dev.sandpool.kubernetes;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.sandpool.backend.Tenure;
import dev.sandpool.backend.Terms;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How the terms of a sandbox stand on its object, for every replica to read.
 *
 * <p>Two annotations. {@value #TERMS} is written once, at the claim: {@code {"tenant": "acme",
 * "key": "thread 7", "bound": false, "labels": {"team": "blue & green"}}}. {@value #TENURE} changes
 * by compare and set, whole: {@code {"since": "2026-01-01T00:00:00Z", "ttl": "PT1H", "idleTtl":
 * "PT10M", "lastUse": "2026-01-01T00:07:00Z"}}. What is empty is left out. The user's labels are
 * labels too, for selectors, with values made fit for that.
 */
public final class TermsNotes {

  /** What does not change. */
  static final String TERMS = SandboxKeys.PREFIX + "terms";

  /** What does. */
  static final String TENURE = SandboxKeys.PREFIX + "tenure";

  private static final Gson GSON = new Gson();

  /** The last one that others' readers of ISO-8601 understand. */
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private record Written(String tenant, String key, boolean bound, Map<String, String> labels) {

    /** Labels that nobody gave a value, Sandpool did not write. */
    private boolean isWhole() {
      return labels == null || !labels.containsValue(null);
    }
  }

  private TermsNotes() {}

  /** What an object must have from its making on, for a patch to change it. */
  public static Map<String, String> blank() {
    return Map.of(TENURE, "");
  }

  /**
   * Adds terms to a claim.
   *
   * @param own labels that are not to be users'
   * @throws dev.sandpool.InvalidValueException if one of the user's would be one of those
   */
  static void write(JsonPatch claim, Terms terms, Set<String> own) {
    terms
        .labels()
        .forEach(
            (name, value) ->
                claim.add(JsonPatch.label(SandboxKeys.ofUser(name, own)), LabelText.of(value)));
    Written written =
        new Written(
            terms.tenant().isEmpty() ? null : terms.tenant(),
            terms.key().orElse(null),
            terms.bound(),
            terms.labels());
    claim
        .add(JsonPatch.annotation(TERMS), GSON.toJson(written))
        .add(JsonPatch.annotation(TENURE), text(terms.tenure()));
  }

  /** Replaces a tenure, if it still is what an object says. */
  static JsonPatch renew(V1ObjectMeta seen, Tenure next) {
    JsonPatch patch = new JsonPatch().test("/metadata/uid", seen.getUid());
    Map<String, String> notes = seen.getAnnotations();
    if (notes != null && notes.containsKey(TENURE)) {
      return patch
          .test(JsonPatch.annotation(TENURE), notes.get(TENURE))
          .replace(JsonPatch.annotation(TENURE), text(next));
    }
    // Somebody took it away, and what is not there cannot be compared.
    patch.test("/metadata/resourceVersion", seen.getResourceVersion());
    return notes == null
        ? patch.add("/metadata/annotations", Map.of(TENURE, text(next)))
        : patch.add(JsonPatch.annotation(TENURE), text(next));
  }

  /** The tenure that an object tells of; one without an end where it tells of none. */
  static Tenure tenure(V1ObjectMeta meta) {
    Instant made = meta.getCreationTimestamp().toInstant();
    try {
      Map<?, ?> written = GSON.fromJson(annotation(meta, TENURE), Map.class);
      if (written == null) {
        return Tenure.endless(made);
      }
      return new Tenure(
          time(written.get("since")),
          length(written.get("ttl")),
          length(written.get("idleTtl")),
          time(written.get("lastUse")));
    } catch (JsonParseException | DateTimeException e) {
      // Somebody else wrote it; what can't be read ends nothing.
      return Tenure.endless(made);
    }
  }

  /** Whether a sandbox ends with the process that took it. */
  public static boolean isBound(V1ObjectMeta meta) {
    return written(meta).map(Written::bound).orElse(false);
  }

  /** Whether it was taken to live for as long as it may, whichever processes do. */
  public static boolean isDetached(V1ObjectMeta meta) {
    return written(meta).filter(terms -> !terms.bound()).isPresent();
  }

  /**
   * The terms that an object tells of, with the user's labels as they were given.
   *
   * @param own labels with the prefix that are not users'
   */
  static Terms read(V1ObjectMeta meta, Set<String> own) {
    Optional<Written> written = written(meta);
    return new Terms(
        written.map(Written::labels).orElseGet(() -> SandboxKeys.userLabels(meta, own)),
        written.map(Written::tenant).orElse(""),
        written.map(Written::key),
        written.map(Written::bound).orElse(false),
        tenure(meta));
  }

  private static Optional<Written> written(V1ObjectMeta meta) {
    try {
      return Optional.ofNullable(GSON.fromJson(annotation(meta, TERMS), Written.class))
          .filter(Written::isWhole);
    } catch (JsonParseException e) {
      return Optional.empty();
    }
  }

  private static String text(Tenure tenure) {
    Map<String, String> written = new LinkedHashMap<>();
    written.put("since", tenure.since().toString());
    tenure.ttl().ifPresent(length -> written.put("ttl", length.toString()));
    tenure.idleTtl().ifPresent(length -> written.put("idleTtl", length.toString()));
    written.put("lastUse", tenure.lastUse().toString());
    return GSON.toJson(written);
  }

  private static Instant time(Object text) {
    Instant time = Instant.parse(String.valueOf(text));
    if (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST)) {
      throw new DateTimeException("not a time of ours");
    }
    return time;
  }

  private static Optional<Duration> length(Object text) {
    Optional<Duration> length = Optional.ofNullable(text).map(String::valueOf).map(Duration::parse);
    if (length.filter(each -> each.isZero() || each.isNegative()).isPresent()) {
      throw new DateTimeException("not a length of ours");
    }
    return length;
  }

  private static String annotation(V1ObjectMeta meta, String name) {
    return Optional.ofNullable(meta.getAnnotations()).map(all -> all.get(name)).orElse("");
  }
}
