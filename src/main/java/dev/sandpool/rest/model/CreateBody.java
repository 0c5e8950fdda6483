package dev.sandpool.rest.model;

import dev.sandpool.CreateRequest;
import dev.sandpool.SandboxSpec;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What to create.
 *
 * @param spec name of a specification; null for the default one
 * @param labels to find the sandbox by; null for none
 */
@Schema(name = "CreateSandbox")
public record CreateBody(
    @Schema(
            description = "Name of the specification, which is its pool's",
            defaultValue = "default")
        String spec,
    @Schema(description = "Names and values to find the sandbox by") Map<String, String> labels) {

  /** What it asks for. */
  public CreateRequest toRequest() {
    return new CreateRequest(
        Optional.ofNullable(spec).orElse(SandboxSpec.DEFAULT_NAME),
        Optional.ofNullable(labels).orElse(Map.of()));
  }
}
