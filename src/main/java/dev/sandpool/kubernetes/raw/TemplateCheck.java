package dev.sandpool.kubernetes.raw;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sandpool.InvalidValueException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Finds what a Pod template may not say, before anything is made of it. */
final class TemplateCheck {

  private static final String SETTING = "sandpool.raw.pod-template";
  private static final String OWN = "Sandpool sets it itself; leave it out";

  private static final List<PodRule> OWN_FIELDS =
      List.of(
          PodRule.oneOf("apiVersion", Set.of("v1")),
          PodRule.oneOf("kind", Set.of("Pod")),
          PodRule.never("status", OWN),
          new PodRule(
              "metadata.*",
              field -> Set.of("labels", "annotations").contains(field.name()),
              "a template has labels and annotations only; leave it out"),
          new PodRule("metadata.labels.*", field -> !PodKeys.isReserved(field.name()), OWN),
          new PodRule("metadata.annotations.*", field -> !PodKeys.isReserved(field.name()), OWN),
          PodRule.oneOf("spec.restartPolicy", Set.of("Never")),
          PodRule.never("spec.activeDeadlineSeconds", "set sandpool.raw.max-lifetime instead"),
          PodRule.never(
              "spec.ephemeralContainers", "a new Pod has none; take initContainers or containers"));

  private TemplateCheck() {}

  /**
   * Checks a template.
   *
   * @throws InvalidValueException for the first field that cannot be used
   */
  static void check(JsonObject template) {
    JsonObject read = JsonTrees.of(read(template));
    Stream.concat(
            OWN_FIELDS.stream().flatMap(rule -> rule.broken(template)),
            LooseningRules.ALL.stream().flatMap(rule -> rule.broken(read)))
        .findFirst()
        .ifPresent(
            broken -> {
              throw broken.in(SETTING);
            });
  }

  /** As the client reads it, so that the rules see each value as the server will. */
  private static Object read(JsonObject template) {
    JsonObject whole = template.deepCopy();
    if (whole.has("spec") && !whole.get("spec").isJsonObject()) {
      throw new InvalidValueException(
          SETTING + " spec",
          JsonTrees.shown(whole.get("spec")),
          "give its fields, or leave it out");
    }
    JsonObject spec = JsonTrees.child(whole, "spec");
    if (!spec.has("containers")) {
      spec.add("containers", new JsonArray());
    }
    try {
      return JsonTrees.pod(whole);
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException(
          SETTING, template, "give fields that a Pod has: " + withoutTree(e.getMessage()));
    }
  }

  /** The client puts the whole tree behind what it has to say. */
  private static String withoutTree(String message) {
    return message.replaceAll("(?s) ?(in the )?JSON( string)?: \\{.*", "");
  }
}
