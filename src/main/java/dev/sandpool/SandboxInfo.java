package dev.sandpool;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * What is known of a sandbox.
 *
 * @param id identifier
 * @param mode the back end that runs it: {@code local} or {@code raw}
 * @param spec name of the specification it was made from
 * @param status where it is in its life
 * @param labels the user's labels, without Sandpool's own
 * @param createdAt when it was made
 */
public record SandboxInfo(
    String id,
    String mode,
    String spec,
    SandboxStatus status,
    Map<String, String> labels,
    Instant createdAt) {

  /** Copies the labels. */
  public SandboxInfo {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(status, "status");
    labels = Map.copyOf(labels);
  }
}
