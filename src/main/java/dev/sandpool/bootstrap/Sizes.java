package dev.sandpool.bootstrap;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of bytes, plain or with Kubernetes' binary suffixes. */
final class Sizes {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,18})(Ki|Mi|Gi)?");
  private static final Map<String, Long> FACTORS =
      Map.of("Ki", 1L << 10, "Mi", 1L << 20, "Gi", 1L << 30);

  private Sizes() {}

  static long parse(String text) {
    Matcher form = FORM.matcher(text);
    SettingType.require(form.matches());
    long number = Long.parseLong(form.group(1));
    return form.group(2) == null
        ? number
        : Math.multiplyExact(number, FACTORS.get(form.group(2)).longValue());
  }
}
