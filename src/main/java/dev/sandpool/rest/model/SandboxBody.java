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
 * @param createdAt when it was made
 */
@JsonbPropertyOrder({"id", "mode", "spec", "status", "labels", "createdAt"})
@Schema(name = "Sandbox")
public record SandboxBody(
    String id,
    @Schema(description = "Back end that runs it", examples = "local") String mode,
    @Schema(description = "Specification it was made from") String spec,
    @Schema(enumeration = {"pending", "warm", "running", "terminated"}) String status,
    Map<String, String> labels,
    Instant createdAt) {

  /** What the API knows of a sandbox. */
  public static SandboxBody of(SandboxInfo info) {
    return new SandboxBody(
        info.id(), info.mode(), info.spec(), text(info.status()), info.labels(), info.createdAt());
  }

  static String text(SandboxStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }
}
