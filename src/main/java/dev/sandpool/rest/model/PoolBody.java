package dev.sandpool.rest.model;

import dev.sandpool.PoolStatus;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
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
 * @param target to keep ready
 * @param maxTotal most in all
 * @param lastError why the last attempt to make one failed; null after a success
 */
@JsonbPropertyOrder({
  "name",
  "available",
  "active",
  "creating",
  "waiting",
  "total",
  "target",
  "maxTotal",
  "lastError"
})
@Schema(name = "Pool")
public record PoolBody(
    String name,
    @Schema(description = "Ready to be used") int available,
    @Schema(description = "In use") int active,
    @Schema(description = "Being made") int creating,
    @Schema(description = "Callers waiting for one") int waiting,
    @Schema(description = "Available, active and creating") int total,
    @Schema(description = "Kept ready") int target,
    @Schema(description = "Most in all") int maxTotal,
    @Schema(nullable = true, description = "Why the last attempt to make one failed")
        String lastError) {

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
        pool.maxTotal(),
        pool.lastError().orElse(null));
  }
}
