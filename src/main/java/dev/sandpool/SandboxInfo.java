package dev.sandpool;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What is known of a sandbox.
 *
 * @param id identifier
 * @param mode the back end that runs it: {@code local}, {@code raw} or {@code agent-sandbox}
 * @param spec name of the specification it was made from
 * @param status where it is in its life
 * @param labels the user's labels, without Sandpool's own
 * @param tenant whose it is; empty where there are no tenants
 * @param key what it is kept under; empty if under nothing
 * @param createdAt when it was made
 * @param lastUsedAt when it was last used, as far as that was written down: it may be some seconds
 *     ago for one that is in use
 * @param expiresAt when it ends if it is not used again; empty for never
 */
public record SandboxInfo(
    String id,
    String mode,
    String spec,
    SandboxStatus status,
    Map<String, String> labels,
    String tenant,
    Optional<String> key,
    Instant createdAt,
    Instant lastUsedAt,
    Optional<Instant> expiresAt) {

  /** Copies the labels. */
  public SandboxInfo {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(status, "status");
    labels = Map.copyOf(labels);
    Objects.requireNonNull(tenant, "tenant");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(expiresAt, "expiresAt");
  }
}
