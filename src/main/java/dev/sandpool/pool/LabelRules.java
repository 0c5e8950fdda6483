package dev.sandpool.pool;

import dev.sandpool.InvalidValueException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What labels may look like: names that Kubernetes accepts and that are not Sandpool's own, and
 * values of any text on one line. Where a back end can't store a text it stores one made of it, and
 * the text beside that.
 */
final class LabelRules {

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?");
  private static final int LONGEST_VALUE = 1024;
  private static final Set<String> RESERVED =
      Set.of(
          "state",
          "pool",
          "spec",
          "owner",
          "network",
          "home",
          "holder",
          "instance",
          "made-from",
          "terms",
          "tenure",
          "session");
  private static final int MOST = 32;

  private LabelRules() {}

  static Map<String, String> check(Map<String, String> labels) {
    if (labels.size() > MOST) {
      throw new InvalidValueException("labels", labels.size(), "give at most " + MOST);
    }
    labels.forEach(LabelRules::check);
    return Map.copyOf(labels);
  }

  private static void check(String name, String value) {
    if (name == null || !NAME.matcher(name).matches()) {
      throw new InvalidValueException(
          "labels",
          name,
          "name labels with 1 to 63 letters, digits, '-', '_' or '.', a letter or digit at each end");
    }
    if (RESERVED.contains(name)) {
      throw new InvalidValueException("labels", name, "Sandpool uses that name; choose another");
    }
    if (value == null
        || value.length() > LONGEST_VALUE
        || value.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidValueException(
          "labels." + name, value, "give up to " + LONGEST_VALUE + " characters on one line");
    }
  }
}
