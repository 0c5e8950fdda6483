package dev.sandpool.rest.model;

import dev.sandpool.SandboxStats;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The sandboxes in use, counted.
 *
 * @param total how many there are
 * @param byStatus how many of each status, without those of which there are none
 * @param bySpec how many of each specification
 * @param keyed how many are kept under a key
 * @param oldest when the oldest was made; null when there are none
 */
@JsonbPropertyOrder({"total", "byStatus", "bySpec", "keyed", "oldest"})
@Schema(name = "Stats")
public record StatsBody(
    int total,
    @Schema(description = "How many of each status, without those of which there are none")
        Map<String, Integer> byStatus,
    @Schema(description = "How many of each specification") Map<String, Integer> bySpec,
    @Schema(description = "How many are kept under a key") int keyed,
    @Schema(nullable = true, description = "When the oldest was made; null when there are none")
        Instant oldest) {

  /** What the API counted. */
  public static StatsBody of(SandboxStats stats) {
    Map<String, Integer> byStatus = new TreeMap<>();
    stats.byStatus().forEach((status, count) -> byStatus.put(SandboxBody.text(status), count));
    return new StatsBody(
        stats.total(),
        byStatus,
        new TreeMap<>(stats.bySpec()),
        stats.keyed(),
        stats.oldest().orElse(null));
  }
}
