package dev.sandpool.rest;

import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxStatus;
import dev.sandpool.rest.model.SandboxBody;
import dev.sandpool.rest.model.SandboxPage;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which sandboxes to list, page by page.
 *
 * <p>A cursor holds the place after the last one seen, by time and id. So what is made or deleted
 * between two pages neither repeats nor hides another.
 */
record SandboxQuery(
    Optional<SandboxStatus> status, Map<String, String> labels, int limit, String after) {

  private static final int DEFAULT_LIMIT = 100;
  private static final int MOST = 1000;
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(9).toFormatter(Locale.ROOT);

  static SandboxQuery of(String status, List<String> labels, String limit, String cursor) {
    return new SandboxQuery(
        Optional.ofNullable(status).map(SandboxQuery::status),
        labels.stream()
            .map(SandboxQuery::label)
            .collect(
                Collectors.toMap(pair -> pair[0], pair -> pair[1], SandboxQuery::sameLabelTwice)),
        limit == null ? DEFAULT_LIMIT : limit(limit),
        cursor == null ? "" : cursor(cursor));
  }

  SandboxPage page(List<SandboxInfo> all) {
    List<SandboxInfo> matching =
        all.stream()
            .filter(this::matches)
            .filter(info -> place(info).compareTo(after) > 0)
            .sorted(Comparator.comparing(SandboxQuery::place))
            .limit(limit + 1L)
            .toList();
    List<SandboxInfo> shown = matching.subList(0, Math.min(limit, matching.size()));
    String next = matching.size() > limit ? encoded(place(shown.get(limit - 1))) : null;
    return new SandboxPage(shown.stream().map(SandboxBody::of).toList(), next);
  }

  private boolean matches(SandboxInfo info) {
    return status.map(info.status()::equals).orElse(true)
        && info.labels().entrySet().containsAll(labels.entrySet());
  }

  /** Sorts as (time, id) does: the time has a fixed width. */
  private static String place(SandboxInfo info) {
    return TIME.format(info.createdAt()) + "/" + info.id();
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
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // Said below, with what to give.
    }
    throw new InvalidValueException("limit", text, "give a number from 1 to " + MOST);
  }

  private static String encoded(String place) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(place.getBytes(StandardCharsets.UTF_8));
  }

  private static String cursor(String text) {
    try {
      return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException("cursor", text, "give the cursor of the page before");
    }
  }
}
