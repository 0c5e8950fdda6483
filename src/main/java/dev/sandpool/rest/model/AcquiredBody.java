package dev.sandpool.rest.model;

import dev.sandpool.Acquired;
import dev.sandpool.Acquired.Origin;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A sandbox that was taken or found: what {@link SandboxBody} has, and what became of the one
 * before.
 *
 * @param id finds it
 * @param mode where it lives
 * @param spec the specification it was made from
 * @param status in lower case
 * @param labels the user's
 * @param tenant whose it is
 * @param key what it is kept under; null if under nothing
 * @param createdAt when it was made
 * @param lastUsedAt when it was last used
 * @param expiresAt when it ends; null for never
 * @param replaced whether the one before is gone with its files
 * @param reason what became of the one before, or that this one was suspended; null for nothing
 */
@JsonbPropertyOrder({
  "id",
  "mode",
  "spec",
  "status",
  "labels",
  "tenant",
  "key",
  "createdAt",
  "lastUsedAt",
  "expiresAt",
  "replaced",
  "reason"
})
@Schema(name = "AcquiredSandbox")
public record AcquiredBody(
    String id,
    @Schema(description = "Back end that runs it", examples = "local") String mode,
    @Schema(description = "Specification it was made from") String spec,
    @Schema(examples = "running") String status,
    Map<String, String> labels,
    @Schema(description = "Whose it is; empty where there are no tenants") String tenant,
    @Schema(nullable = true, description = "What it is kept under; null if under nothing")
        String key,
    Instant createdAt,
    @Schema(description = "Last use, as far as that was written down") Instant lastUsedAt,
    @Schema(nullable = true, description = "When it ends if it is not used again; null for never")
        Instant expiresAt,
    @Schema(
            description =
                "Whether the key's sandbox before is gone with its files, and this is new")
        boolean replaced,
    @Schema(
            nullable = true,
            description =
                "What became of the one before, or of this one: it was deleted, expired, ended or was"
                    + " suspended; null for nothing")
        String reason) {

  /** What the API knows of it. */
  public static AcquiredBody of(Acquired acquired) {
    SandboxBody sandbox = SandboxBody.of(acquired.sandbox().info());
    return new AcquiredBody(
        sandbox.id(),
        sandbox.mode(),
        sandbox.spec(),
        sandbox.status(),
        sandbox.labels(),
        sandbox.tenant(),
        sandbox.key(),
        sandbox.createdAt(),
        sandbox.lastUsedAt(),
        sandbox.expiresAt(),
        acquired.origin() == Origin.REPLACED,
        acquired.reason().orElse(null));
  }
}
