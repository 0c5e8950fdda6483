package dev.sandpool.rest.model;

import dev.sandpool.SandboxListing;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Some of the sandboxes.
 *
 * @param items oldest first
 * @param cursor gets the next page; null on the last one
 */
@JsonbPropertyOrder({"items", "cursor"})
@Schema(name = "SandboxPage")
public record SandboxPage(
    List<SandboxBody> items,
    @Schema(nullable = true, description = "Gets the next page; null on the last one")
        String cursor) {

  /** A page of the API's. */
  public static SandboxPage of(SandboxListing page) {
    return new SandboxPage(
        page.items().stream().map(SandboxBody::of).toList(), page.cursor().orElse(null));
  }
}
