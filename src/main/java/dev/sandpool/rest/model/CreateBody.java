package dev.sandpool.rest.model;

import dev.sandpool.CreateRequest;
import dev.sandpool.SandboxSpec;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What to create. All may be null.
 *
 * @param spec name of a specification; null for the default one
 * @param key what to keep it under; null for nothing
 * @param labels to find the sandbox by; null for none
 * @param tenant for whom; null for the tenant without a name
 * @param ttlSeconds how long it may live; null for the default, 0 for no such end
 * @param idleTtlSeconds how long it may live unused; null for the default, 0 for no such end
 */
@Schema(name = "CreateSandbox")
public record CreateBody(
    @Schema(
            description = "Name of the specification, which is its pool's",
            defaultValue = "default")
        String spec,
    @Schema(
            description =
                "What to keep it under, such as the id of a conversation: a tenant has one sandbox"
                    + " for each key, and gets that again",
            minLength = 1,
            maxLength = 1024)
        String key,
    @Schema(description = "Names, and values on one line, to find the sandbox by")
        Map<String, String> labels,
    @Schema(
            description =
                "For whom, if not for the caller's own tenant, which only operators may say; tenants"
                    + " that wait are served in turn",
            maxLength = 128,
            defaultValue = "")
        String tenant,
    @Schema(
            description =
                "Seconds that it may live, from now or from when it is renewed; may have a fraction."
                    + " 0 for no such end, where the settings allow that; theirs unless given",
            minimum = "0")
        BigDecimal ttlSeconds,
    @Schema(description = "Seconds that it may live without being used; likewise", minimum = "0")
        BigDecimal idleTtlSeconds) {

  private static final String CURE =
      "give seconds from 0; 0 is no such end, nothing is the default";

  /**
   * What it asks for. It is detached: who asks has an id, not a handle.
   *
   * @throws dev.sandpool.InvalidValueException if a value can never work
   */
  public CreateRequest toRequest() {
    return new CreateRequest(
        Optional.ofNullable(spec).orElse(SandboxSpec.DEFAULT_NAME),
        Optional.ofNullable(labels).orElse(Map.of()),
        Optional.ofNullable(tenant).orElse(""),
        true,
        Optional.ofNullable(key),
        Seconds.fromZero("ttlSeconds", ttlSeconds, CURE),
        Seconds.fromZero("idleTtlSeconds", idleTtlSeconds, CURE));
  }
}
