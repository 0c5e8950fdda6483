package dev.sandpool.kubernetes.raw;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a field of a Pod may not be. A field that is not there breaks no rule.
 *
 * @param pattern of the fields, as {@link FoundField} has it
 * @param allowed whether a field may stand
 * @param cure what to do about one that may not
 */
record PodRule(String pattern, Predicate<FoundField> allowed, String cure) {

  static PodRule never(String pattern, String cure) {
    return new PodRule(pattern, field -> false, cure);
  }

  static PodRule not(String pattern, String value, String cure) {
    return new PodRule(pattern, field -> !text(field.value()).equals(value), cure);
  }

  static PodRule oneOf(String pattern, Set<String> values) {
    List<String> named = values.stream().filter(value -> !value.isEmpty()).sorted().toList();
    return new PodRule(
        pattern,
        field -> values.contains(text(field.value())),
        "leave it out" + (named.isEmpty() ? "" : ", or give one of " + String.join(", ", named)));
  }

  /** What breaks the rule, in the order of the tree. */
  Stream<BrokenRule> broken(JsonObject pod) {
    return FoundField.find(pod, pattern).stream()
        .filter(field -> !allowed.test(field))
        .map(field -> new BrokenRule(field.path(), text(field.value()), cure));
  }

  private static String text(JsonElement value) {
    return JsonTrees.shown(value);
  }
}
