package dev.sandpool.local;

import dev.sandpool.InvalidValueException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a Kubernetes quantity of memory, such as {@code 512Mi}, as bytes. */
final class MemoryQuantity {

  private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)([kMGTP]i?|Ki|)");
  private static final Map<Character, Integer> POWER =
      Map.of('k', 1, 'K', 1, 'M', 2, 'G', 3, 'T', 4, 'P', 5);

  private MemoryQuantity() {}

  /** Bytes; empty for no quantity. */
  static OptionalLong bytes(String field, String quantity) {
    if (quantity == null || quantity.isBlank()) {
      return OptionalLong.empty();
    }
    Matcher matcher = FORM.matcher(quantity.strip());
    if (!matcher.matches()) {
      throw new InvalidValueException(field, quantity, "give a quantity such as 512Mi or 2Gi");
    }
    return OptionalLong.of(
        new BigDecimal(matcher.group(1)).multiply(unit(matcher.group(2))).longValue());
  }

  private static BigDecimal unit(String suffix) {
    if (suffix.isEmpty()) {
      return BigDecimal.ONE;
    }
    BigDecimal step = BigDecimal.valueOf(suffix.endsWith("i") ? 1024 : 1000);
    return step.pow(POWER.get(suffix.charAt(0)));
  }
}
