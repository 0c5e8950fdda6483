package dev.sandpool.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxListing;
import dev.sandpool.SandboxQuery;
import dev.sandpool.SandboxStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ListParametersTest {

  @Test
  void pagesSeeEachSandboxOnceThoughSomeComeAndGo() {
    List<SandboxInfo> all =
        new ArrayList<>(IntStream.range(0, 7).mapToObj(i -> sandbox("s" + i, i / 3)).toList());
    List<String> seen = new ArrayList<>();

    SandboxListing page = query(null, List.of(), "3", null).page(all);
    seen.addAll(ids(page));
    all.remove(0);
    all.add(sandbox("s7", 9));
    while (page.cursor().isPresent()) {
      page = query(null, List.of(), "3", page.cursor().get()).page(all);
      seen.addAll(ids(page));
    }

    assertThat(seen).containsExactly("s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7");
  }

  @Test
  void aFullLastPageHasNoCursor() {
    assertThat(query(null, List.of(), "1", null).page(List.of(sandbox("a", 0))).cursor()).isEmpty();
  }

  @Test
  void filtersByStatusAndByEveryLabel() {
    List<SandboxInfo> all =
        List.of(
            sandbox("plain", 0),
            sandbox("blue", 1, Map.of("team", "blue")),
            sandbox("both", 2, Map.of("team", "blue", "run", "a=b")));

    assertThat(ids(query("Running", List.of("team=blue"), null, null).page(all)))
        .containsExactly("blue", "both");
    assertThat(ids(query(null, List.of("team=blue", "run=a=b"), null, null).page(all)))
        .containsExactly("both");
    assertThat(ids(query("pending", List.of(), null, null).page(all))).isEmpty();
  }

  @Test
  void filtersByTenantAlsoByTheOneWithoutAName() {
    List<SandboxInfo> all = List.of(sandbox("plain", 0), sandbox("blue", 1, Map.of(), "blue"));

    assertThat(ids(ofTenant("blue").page(all))).containsExactly("blue");
    assertThat(ids(ofTenant("").page(all))).containsExactly("plain");
    assertThat(ids(ofTenant(null).page(all))).containsExactly("plain", "blue");
  }

  @Test
  void refusesWhatItCannotRead() {
    refused("status", () -> query("busy", List.of(), null, null));
    refused("label", () -> query(null, List.of("blue"), null, null));
    refused("label", () -> query(null, List.of("a=1", "a=2"), null, null));
    refused("limit", () -> query(null, List.of(), "0", null));
    refused("limit", () -> query(null, List.of(), "1001", null));
    refused("limit", () -> query(null, List.of(), "many", null));
    refused("cursor", () -> query(null, List.of(), null, "%"));
  }

  private static void refused(String field, Runnable query) {
    assertThatThrownBy(query::run)
        .isInstanceOfSatisfying(
            InvalidValueException.class, error -> assertThat(error.field()).isEqualTo(field));
  }

  private static SandboxQuery query(
      String status, List<String> labels, String limit, String cursor) {
    return ListParameters.query(status, labels, null, limit, cursor);
  }

  private static SandboxQuery ofTenant(String tenant) {
    return ListParameters.query(null, List.of(), tenant, null, null);
  }

  private static List<String> ids(SandboxListing page) {
    return page.items().stream().map(SandboxInfo::id).toList();
  }

  private static SandboxInfo sandbox(String id, long second) {
    return sandbox(id, second, Map.of());
  }

  private static SandboxInfo sandbox(String id, long second, Map<String, String> labels) {
    return sandbox(id, second, labels, "");
  }

  private static SandboxInfo sandbox(
      String id, long second, Map<String, String> labels, String tenant) {
    Instant made = Instant.ofEpochSecond(second);
    return new SandboxInfo(
        id,
        "fake",
        "default",
        SandboxStatus.RUNNING,
        labels,
        tenant,
        Optional.empty(),
        made,
        made,
        Optional.empty());
  }
}
