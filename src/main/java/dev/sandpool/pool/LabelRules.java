package dev.sandpool.pool;

import dev.sandpool.InvalidValueException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What labels may look like: what Kubernetes accepts, and none of Sandpool's own. */
final class LabelRules {

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?");
  private static final Pattern VALUE =
      Pattern.compile("([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?");
  private static final Set<String> RESERVED = Set.of("state", "pool", "spec", "owner", "network");
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
    if (value == null || !VALUE.matcher(value).matches()) {
      throw new InvalidValueException(
          "labels." + name,
          value,
          "give up to 63 letters, digits, '-', '_' or '.', a letter or digit at each end");
    }
  }
}
