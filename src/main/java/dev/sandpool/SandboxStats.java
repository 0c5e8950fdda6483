package dev.sandpool;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The sandboxes in somebody's hands, counted.
 *
 * @param total how many there are
 * @param byStatus how many of each status; without those of which there are none
 * @param bySpec how many of each specification
 * @param keyed how many are kept under a key
 * @param oldest when the oldest was made; empty when there are none
 */
public record SandboxStats(
    int total,
    Map<SandboxStatus, Integer> byStatus,
    Map<String, Integer> bySpec,
    int keyed,
    Optional<Instant> oldest) {

  /** Copies the maps. */
  public SandboxStats {
    byStatus = Map.copyOf(byStatus);
    bySpec = Map.copyOf(bySpec);
  }

  /** Counts. */
  public static SandboxStats of(Collection<SandboxInfo> all) {
    return new SandboxStats(
        all.size(),
        counted(all, SandboxInfo::status, new EnumMap<>(SandboxStatus.class)),
        counted(all, SandboxInfo::spec, new TreeMap<>()),
        (int) all.stream().filter(info -> info.key().isPresent()).count(),
        all.stream().map(SandboxInfo::createdAt).min(Comparator.naturalOrder()));
  }

  private static <K> Map<K, Integer> counted(
      Collection<SandboxInfo> all, Function<SandboxInfo, K> by, Map<K, Integer> into) {
    all.stream().collect(Collectors.groupingBy(by)).forEach((key, of) -> into.put(key, of.size()));
    return into;
  }
}
