package dev.sandpool.rest.model;

import dev.sandpool.PoolStatus;
import dev.sandpool.PoolStatus.Leak;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * How a pool stands.
 *
 * @param name the specification's
 * @param available ready
 * @param active in use
 * @param creating being made
 * @param waiting callers waiting
 * @param total all that count against {@code maxTotal}
 * @param target to keep ready now
 * @param minIdle least to keep ready
 * @param maxIdle most to keep ready
 * @param maxTotal most in all
 * @param hits callers who got one that was ready
 * @param misses callers who did not
 * @param evictions warm ones that left without having been lent
 * @param lastError why the last attempt to make one failed; null after a success
 * @param nextAttempt when it is tried again; null while there is no pause
 * @param leaked borrowed ones that seem forgotten
 */
@JsonbPropertyOrder({
  "name",
  "available",
  "active",
  "creating",
  "waiting",
  "total",
  "target",
  "minIdle",
  "maxIdle",
  "maxTotal",
  "hits",
  "misses",
  "evictions",
  "lastError",
  "nextAttempt",
  "leaked"
})
@Schema(name = "Pool")
public record PoolBody(
    String name,
    @Schema(description = "Ready to be used") int available,
    @Schema(description = "In use") int active,
    @Schema(description = "Being made") int creating,
    @Schema(description = "Callers waiting for one") int waiting,
    @Schema(description = "Available, active and creating") int total,
    @Schema(description = "Wanted ready now, by this replica") int target,
    @Schema(description = "Least kept ready, by all replicas together") int minIdle,
    @Schema(description = "Most that demand can make of it") int maxIdle,
    @Schema(description = "Most in all") int maxTotal,
    @Schema(description = "Callers who got one that was ready, since the start") long hits,
    @Schema(description = "Callers who did not, since the start") long misses,
    @Schema(description = "Warm ones that left without having been lent, since the start")
        long evictions,
    @Schema(nullable = true, description = "Why the last attempt to make one failed")
        String lastError,
    @Schema(nullable = true, description = "When it is tried again after failures")
        Instant nextAttempt,
    @Schema(description = "Borrowed ones that are neither used nor closed") List<LeakBody> leaked) {

  /**
   * A sandbox that seems forgotten.
   *
   * @param id its id
   * @param unusedSeconds for how long
   * @param borrower the place in the program that borrowed it
   */
  @JsonbPropertyOrder({"id", "unusedSeconds", "borrower"})
  @Schema(name = "Leak")
  public record LeakBody(
      String id,
      @Schema(description = "For how long") long unusedSeconds,
      @Schema(description = "The place in the program that borrowed it") String borrower) {

    private static LeakBody of(Leak leak) {
      return new LeakBody(leak.id(), leak.unused().toSeconds(), leak.borrower());
    }
  }

  /** A pool as the API sees it. */
  public static PoolBody of(PoolStatus pool) {
    return new PoolBody(
        pool.name(),
        pool.available(),
        pool.active(),
        pool.creating(),
        pool.waiting(),
        pool.total(),
        pool.target(),
        pool.minIdle(),
        pool.maxIdle(),
        pool.maxTotal(),
        pool.hits(),
        pool.misses(),
        pool.evictions(),
        pool.lastError().orElse(null),
        pool.nextAttempt().orElse(null),
        pool.leaked().stream().map(LeakBody::of).toList());
  }
}
