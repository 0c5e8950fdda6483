package dev.sandpool.rest;

import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxQuery;
import dev.sandpool.SandboxStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads which sandboxes to list from the parameters of a request. */
final class ListParameters {

  private ListParameters() {}

  static SandboxQuery query(
      String status, List<String> labels, String tenant, String limit, String cursor) {
    return new SandboxQuery(
        Optional.ofNullable(status).map(ListParameters::status),
        labels.stream()
            .map(ListParameters::label)
            .collect(
                Collectors.toMap(pair -> pair[0], pair -> pair[1], ListParameters::sameLabelTwice)),
        Optional.ofNullable(tenant),
        limit == null ? SandboxQuery.ALL.limit() : limit(limit),
        Optional.ofNullable(cursor));
  }

  private static SandboxStatus status(String text) {
    return Arrays.stream(SandboxStatus.values())
        .filter(status -> status.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidValueException(
                    "status",
                    text,
                    "give "
                        + Stream.of(SandboxStatus.values())
                            .map(status -> status.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "))));
  }

  private static String[] label(String text) {
    String[] pair = text.split("=", 2);
    if (pair.length < 2 || pair[0].isEmpty()) {
      throw new InvalidValueException("label", text, "give a name and a value: label=team=blue");
    }
    return pair;
  }

  private static String sameLabelTwice(String one, String other) {
    throw new InvalidValueException(
        "label", other, "a label has one value; this one was given twice, with " + one);
  }

  private static int limit(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new InvalidValueException(
          "limit", text, "give a number from 1 to " + SandboxQuery.MOST);
    }
  }
}
