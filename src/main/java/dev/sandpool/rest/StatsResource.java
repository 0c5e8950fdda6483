package dev.sandpool.rest;

import dev.sandpool.Sandboxes;
import dev.sandpool.rest.access.OfCaller;
import dev.sandpool.rest.model.StatsBody;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Counts sandboxes. */
@Path("/stats")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Sandboxes")
@APIResponse(responseCode = "401", ref = "NotAuthenticated")
@APIResponse(responseCode = "403", ref = "Forbidden")
@APIResponse(responseCode = "429", ref = "LimitReached")
@APIResponse(responseCode = "default", ref = "Failed")
@Dependent
public class StatsResource {

  private final Sandboxes sandboxes;

  /** Takes what it works with. */
  @Inject
  public StatsResource(@OfCaller Sandboxes sandboxes) {
    this.sandboxes = sandboxes;
  }

  /** All in use. */
  @GET
  @Operation(
      summary = "Count the sandboxes in use",
      description =
          "Those of all replicas, as far as the caller sees them. What is warm, pools tell.")
  @APIResponseSchema(
      value = StatsBody.class,
      responseCode = "200",
      responseDescription = "How many there are, of which kinds")
  public StatsBody count() {
    return StatsBody.of(sandboxes.stats());
  }
}
