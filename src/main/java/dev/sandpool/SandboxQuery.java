package dev.sandpool;

import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which sandboxes to list, page by page, oldest first.
 *
 * <p>A cursor holds the place after the last one seen, by time and id. So what is made or deleted
 * between two pages neither repeats nor hides another, and any replica may serve the next page.
 *
 * @param status only of this status; any unless given
 * @param labels only with all of these
 * @param tenant only of this tenant; of any unless given
 * @param limit most in one page, 1 to {@value #MOST}
 * @param cursor of the page before; the first page unless given
 */
public record SandboxQuery(
    Optional<SandboxStatus> status,
    Map<String, String> labels,
    Optional<String> tenant,
    int limit,
    Optional<String> cursor) {

  /** The largest page. */
  public static final int MOST = 1000;

  /** Everything, a hundred a page. */
  public static final SandboxQuery ALL =
      new SandboxQuery(Optional.empty(), Map.of(), Optional.empty(), 100, Optional.empty());

  private record Placed(String place, SandboxInfo info) {}

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(9).toFormatter(Locale.ROOT);

  /**
   * Copies the labels.
   *
   * @throws InvalidValueException if the limit or the cursor cannot be used
   */
  public SandboxQuery {
    labels = Map.copyOf(labels);
    if (limit < 1 || limit > MOST) {
      throw new InvalidValueException("limit", limit, "give a number from 1 to " + MOST);
    }
    cursor.ifPresent(SandboxQuery::decoded);
  }

  /** The same for a status. */
  public SandboxQuery withStatus(SandboxStatus only) {
    return new SandboxQuery(Optional.of(only), labels, tenant, limit, cursor);
  }

  /** The same for labels. */
  public SandboxQuery withLabels(Map<String, String> all) {
    return new SandboxQuery(status, all, tenant, limit, cursor);
  }

  /** The same for a tenant. */
  public SandboxQuery withTenant(String only) {
    return new SandboxQuery(status, labels, Optional.of(only), limit, cursor);
  }

  /** The same with pages of another size. */
  public SandboxQuery withLimit(int most) {
    return new SandboxQuery(status, labels, tenant, most, cursor);
  }

  /** The same after a page. */
  public SandboxQuery after(String page) {
    return new SandboxQuery(status, labels, tenant, limit, Optional.of(page));
  }

  /** The page of it, from all that there are. */
  public SandboxListing page(Collection<SandboxInfo> all) {
    String after = cursor.map(SandboxQuery::decoded).orElse("");
    List<Placed> matching =
        all.stream()
            .filter(this::matches)
            .map(info -> new Placed(place(info), info))
            .filter(each -> each.place().compareTo(after) > 0)
            .sorted(Comparator.comparing(Placed::place))
            .limit(limit + 1L)
            .toList();
    List<Placed> shown = matching.subList(0, Math.min(limit, matching.size()));
    return new SandboxListing(
        shown.stream().map(Placed::info).toList(),
        matching.size() > limit
            ? Optional.of(encoded(shown.get(limit - 1).place()))
            : Optional.empty());
  }

  private boolean matches(SandboxInfo info) {
    return status.map(info.status()::equals).orElse(true)
        && tenant.map(info.tenant()::equals).orElse(true)
        && info.labels().entrySet().containsAll(labels.entrySet());
  }

  /** Sorts as (time, id) does: the time has a fixed width. */
  private static String place(SandboxInfo info) {
    return TIME.format(info.createdAt()) + "/" + info.id();
  }

  private static String encoded(String place) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(place.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String cursor) {
    try {
      return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException("cursor", cursor, "give the cursor of the page before");
    }
  }
}
