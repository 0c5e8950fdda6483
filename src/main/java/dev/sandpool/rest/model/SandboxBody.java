package dev.sandpool.rest.model;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxStatus;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A sandbox.
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
  "expiresAt"
})
@Schema(name = "Sandbox")
public record SandboxBody(
    String id,
    @Schema(description = "Back end that runs it", examples = "local") String mode,
    @Schema(description = "Specification it was made from") String spec,
    @Schema(enumeration = {"pending", "warm", "running", "suspended", "terminated"}) String status,
    Map<String, String> labels,
    @Schema(description = "Whose it is; empty where there are no tenants") String tenant,
    @Schema(nullable = true, description = "What it is kept under; null if under nothing")
        String key,
    Instant createdAt,
    @Schema(description = "Last use, as far as that was written down: to about a minute")
        Instant lastUsedAt,
    @Schema(nullable = true, description = "When it ends if it is not used again; null for never")
        Instant expiresAt) {

  /** What the API knows of a sandbox. */
  public static SandboxBody of(SandboxInfo info) {
    return new SandboxBody(
        info.id(),
        info.mode(),
        info.spec(),
        text(info.status()),
        info.labels(),
        info.tenant(),
        info.key().orElse(null),
        info.createdAt(),
        info.lastUsedAt(),
        info.expiresAt().orElse(null));
  }

  static String text(SandboxStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }
}
