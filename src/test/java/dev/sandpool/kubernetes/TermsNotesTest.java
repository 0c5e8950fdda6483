package dev.sandpool.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sandpool.InvalidValueException;
import dev.sandpool.backend.Tenure;
import dev.sandpool.backend.Terms;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is read again, and what others wrote harms nobody. */
class TermsNotesTest {

  private static final Instant MADE = Instant.parse("2026-01-01T00:00:00Z");
  private static final Tenure TENURE =
      new Tenure(
          MADE.plusSeconds(3),
          Optional.of(Duration.ofHours(1)),
          Optional.of(Duration.ofMillis(1500)),
          MADE.plusMillis(4567));

  @ParameterizedTest
  @MethodSource("terms")
  void whatIsWrittenIsReadAgain(Terms terms) {
    V1ObjectMeta meta = written(terms);

    assertThat(TermsNotes.read(meta, SandboxKeys.OWN)).isEqualTo(terms);
    assertThat(TermsNotes.isBound(meta)).isEqualTo(terms.bound());
    assertThat(TermsNotes.isDetached(meta)).isEqualTo(!terms.bound());
  }

  static Stream<Terms> terms() {
    return Stream.of(
        new Terms(Map.of(), "", Optional.empty(), true, Tenure.endless(MADE)),
        new Terms(Map.of("team", "blue & green / ü"), "acme", Optional.of("t\"7"), false, TENURE),
        new Terms(
            Map.of("a", "x y", "b", "x/y", "c", "é".repeat(1024), "d", ""),
            "日本 </script>",
            Optional.of("\u0000\n😀"),
            false,
            new Tenure(MADE, Optional.empty(), Optional.of(Duration.ofDays(9000)), MADE)));
  }

  @Test
  void valuesThatSelectorsSeeDifferWhereTheTextsDo() {
    Map<String, String> labels = written(terms().reduce((a, b) -> b).orElseThrow()).getLabels();

    assertThat(labels.get("sandpool.dev/a")).isNotEqualTo(labels.get("sandpool.dev/b"));
    assertThat(labels.values()).allMatch(value -> value.matches("[A-Za-z0-9._-]{0,63}"));
  }

  @Test
  void labelsOfSandpoolsOwnAreRefused() {
    Terms terms =
        new Terms(Map.of("state", "warm"), "", Optional.empty(), false, Tenure.endless(MADE));

    assertThatThrownBy(() -> TermsNotes.write(new JsonPatch(), terms, SandboxKeys.OWN))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("state");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "junk",
        "7",
        "[]",
        "{}",
        "{",
        "[[[[[[",
        "{\"since\":7}",
        "{\"since\":\"2026-01-01T00:00:00Z\"}",
        "{\"since\":null,\"lastUse\":null}",
        "{\"since\":\"2026-01-01T00:00:00Z\",\"lastUse\":\"now\"}",
        "{\"since\":\"2026-01-01T00:00:00Z\",\"lastUse\":\"2026-01-01T00:00:00Z\",\"ttl\":60}",
        "{\"since\":\"2026-01-01T00:00:00Z\",\"lastUse\":\"2026-01-01T00:00:00Z\",\"ttl\":\"PT0S\"}",
        "{\"since\":\"2026-01-01T00:00:00Z\",\"lastUse\":\"2026-01-01T00:00:00Z\",\"ttl\":\"PT-1H\"}",
        "{\"since\":\"2026-01-01T00:00:00Z\",\"lastUse\":\"2026-01-01T00:00:00Z\","
            + "\"ttl\":\"PT9223372036854775808S\"}",
        "{\"since\":\"-100000-01-01T00:00:00Z\",\"lastUse\":\"2026-01-01T00:00:00Z\",\"ttl\":\"PT1S\"}",
        "{\"since\":\"+1000000000-12-31T00:00:00Z\",\"lastUse\":\"2026-01-01T00:00:00Z\"}",
        "{\"since\":\"2026-01-01T00:00:00Z\",\"lastUse\":\"+1000000000-12-31T00:00:00Z\","
            + "\"idleTtl\":\"PT1S\"}",
        "{\"ttl\":\"PT1S\",\"ttl\":\"PT1S\"}"
      })
  void oddTenureEndsNothingAndCanBeReplaced(String text) {
    V1ObjectMeta meta = meta(TermsNotes.TENURE, text);

    assertThat(TermsNotes.tenure(meta)).isEqualTo(Tenure.endless(MADE));
    applied(TermsNotes.renew(meta, TENURE), meta);
    assertThat(TermsNotes.tenure(meta)).isEqualTo(TENURE);
  }

  @Test
  void longestOfLengthsHasNoEnd() {
    V1ObjectMeta meta =
        meta(
            TermsNotes.TENURE,
            """
            {"since":"2026-01-01T00:00:00Z","lastUse":"2026-01-01T00:00:00Z",
             "ttl":"PT9223372036854775807S","idleTtl":"PT2562047788015215H"}
            """);

    assertThat(TermsNotes.tenure(meta).end()).isEmpty();
    assertThat(TermsNotes.tenure(meta).isOver(Instant.MAX)).isFalse();
  }

  @Test
  void tenureThatSomebodyTookAwayCanBeWrittenAgain() {
    V1ObjectMeta meta = meta("other", "note");
    JsonPatch patch = TermsNotes.renew(meta, TENURE);

    assertThat(paths(patch, "test")).containsExactly("/metadata/uid", "/metadata/resourceVersion");
    applied(patch, meta);
    assertThat(TermsNotes.tenure(meta)).isEqualTo(TENURE);
    assertThat(meta.getAnnotations()).containsEntry("other", "note");
  }

  @Test
  void tenureCanBeWrittenWhereThereAreNoAnnotationsAtAll() {
    V1ObjectMeta meta = meta("other", "note").annotations(null);

    applied(TermsNotes.renew(meta, TENURE), meta);

    assertThat(TermsNotes.tenure(meta)).isEqualTo(TENURE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "junk",
        "7",
        "[]",
        "{",
        "{\"bound\":null}",
        "{\"bound\":true,\"labels\":{\"a\":null}}",
        "{\"bound\":true,\"labels\":{\"a\":{\"b\":1}}}",
        "{\"bound\":true,\"labels\":7}",
        "{\"bound\":true,\"tenant\":[1]}",
        "{\"bound\":true,\"labels\":{\"a\":\"1\",\"a\":\"2\"}}"
      })
  void oddTermsAreNone(String text) {
    V1ObjectMeta meta =
        meta(TermsNotes.TERMS, text)
            .labels(Map.of("sandpool.dev/team", "blue", SandboxKeys.STATE, "active"));

    assertThat(TermsNotes.isBound(meta)).isFalse();
    assertThat(TermsNotes.isDetached(meta)).isFalse();
    assertThat(TermsNotes.read(meta, SandboxKeys.OWN))
        .isEqualTo(
            new Terms(Map.of("team", "blue"), "", Optional.empty(), false, Tenure.endless(MADE)));
  }

  private static V1ObjectMeta written(Terms terms) {
    V1ObjectMeta meta = meta("other", "note").labels(new HashMap<>());
    JsonPatch patch = new JsonPatch();
    TermsNotes.write(patch, terms, Set.of());
    applied(patch, meta);
    return meta;
  }

  private static V1ObjectMeta meta(String annotation, String text) {
    return new V1ObjectMeta()
        .name("sp-one")
        .uid("uid")
        .resourceVersion("7")
        .creationTimestamp(OffsetDateTime.ofInstant(MADE, ZoneOffset.UTC))
        .annotations(new HashMap<>(Map.of(annotation, text)));
  }

  /** As the server does, for the few paths there are. */
  private static void applied(JsonPatch patch, V1ObjectMeta meta) {
    for (JsonElement each : operations(patch)) {
      JsonObject operation = each.getAsJsonObject();
      String path = operation.get("path").getAsString();
      JsonElement value = operation.get("value");
      if (operation.get("op").getAsString().equals("test")) {
        continue;
      }
      String name = path.substring(path.lastIndexOf('/') + 1).replace("~1", "/");
      if (path.equals("/metadata/annotations")) {
        meta.setAnnotations(new HashMap<>());
        value
            .getAsJsonObject()
            .entrySet()
            .forEach(e -> meta.putAnnotationsItem(e.getKey(), e.getValue().getAsString()));
      } else if (path.startsWith("/metadata/annotations/")) {
        meta.putAnnotationsItem(name, value.getAsString());
      } else {
        meta.putLabelsItem(name, value.getAsString());
      }
    }
  }

  private static Stream<String> paths(JsonPatch patch, String op) {
    return operations(patch).asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(each -> each.get("op").getAsString().equals(op))
        .map(each -> each.get("path").getAsString());
  }

  private static JsonArray operations(JsonPatch patch) {
    return JsonParser.parseString(patch.patch().getValue()).getAsJsonArray();
  }
}
