package dev.sandpool.rest;

import dev.sandpool.Sandboxes;
import dev.sandpool.rest.access.OfCaller;
import dev.sandpool.rest.model.CleanedBody;
import dev.sandpool.rest.model.CleanupBody;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Destroys sandboxes that nobody needs any more. */
@Path("/cleanup")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Sandboxes")
@APIResponse(responseCode = "400", ref = "Invalid")
@APIResponse(responseCode = "401", ref = "NotAuthenticated")
@APIResponse(responseCode = "403", ref = "Forbidden")
@APIResponse(responseCode = "429", ref = "LimitReached")
@APIResponse(responseCode = "default", ref = "Failed")
@Dependent
public class CleanupResource {

  private final Sandboxes sandboxes;

  /** Takes what it works with. */
  @Inject
  public CleanupResource(@OfCaller Sandboxes sandboxes) {
    this.sandboxes = sandboxes;
  }

  /** Cleans up now. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      summary = "Destroy what has expired, and what else is asked for",
      description =
          "What has expired is destroyed by itself from time to time; this does it now, for all"
              + " tenants, and tells; that is for operators. What is used or renewed at that moment stays.")
  @APIResponseSchema(
      value = CleanedBody.class,
      responseCode = "200",
      responseDescription = "What was destroyed, what was kept or could not be, and why")
  public CleanedBody cleanUp(CleanupBody body) {
    return CleanedBody.of(sandboxes.cleanup(body.toRequest()));
  }
}
