package dev.sandpool.kubernetes.raw;

import dev.sandpool.InvalidValueException;
import io.kubernetes.client.openapi.models.V1Toleration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A taint of nodes that sandboxes do not mind.
 *
 * @param key the taint's
 * @param value the taint's; empty for any
 * @param effect {@code NoSchedule}, {@code PreferNoSchedule} or {@code NoExecute}; empty for any
 */
public record Toleration(String key, Optional<String> value, Optional<String> effect) {

  private static final Pattern FORM =
      Pattern.compile(
          "([A-Za-z0-9][A-Za-z0-9._/-]*)(?:=([A-Za-z0-9._-]*))?"
              + "(?::(NoSchedule|PreferNoSchedule|NoExecute))?");

  /**
   * Reads {@code key}, {@code key=value}, {@code key:Effect} or {@code key=value:Effect}, as {@code
   * kubectl taint} writes them.
   *
   * @throws InvalidValueException for another text
   */
  public static Toleration parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new InvalidValueException(
          "toleration", text, "give a taint such as dedicated=sandboxes:NoSchedule");
    }
    return new Toleration(
        form.group(1), Optional.ofNullable(form.group(2)), Optional.ofNullable(form.group(3)));
  }

  V1Toleration model() {
    return new V1Toleration()
        .key(key)
        .operator(value.isPresent() ? "Equal" : "Exists")
        .value(value.orElse(null))
        .effect(effect.orElse(null));
  }
}
