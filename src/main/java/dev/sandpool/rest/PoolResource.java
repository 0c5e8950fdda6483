package dev.sandpool.rest;

import dev.sandpool.Sandboxes;
import dev.sandpool.rest.access.OfCaller;
import dev.sandpool.rest.model.PoolBody;
import dev.sandpool.rest.model.PoolChangeBody;
import dev.sandpool.rest.model.PoolListing;
import dev.sandpool.rest.problem.RestException;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** How the pools stand, and their sizes. */
@Path("/pools")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Pools")
@APIResponse(responseCode = "401", ref = "NotAuthenticated")
@APIResponse(responseCode = "403", ref = "Forbidden")
@APIResponse(responseCode = "429", ref = "LimitReached")
@APIResponse(responseCode = "default", ref = "Failed")
@Dependent
public class PoolResource {

  private static final String MERGE_PATCH = "application/merge-patch+json";

  private final Sandboxes sandboxes;

  /** Takes what it works with. */
  @Inject
  public PoolResource(@OfCaller Sandboxes sandboxes) {
    this.sandboxes = sandboxes;
  }

  /** All pools. */
  @GET
  @Operation(summary = "List the pools")
  @APIResponseSchema(
      value = PoolListing.class,
      responseCode = "200",
      responseDescription = "The pools")
  public PoolListing list() {
    return new PoolListing(pools().toList());
  }

  /** One pool. */
  @GET
  @Path("/{name}")
  @Operation(summary = "Get a pool")
  @APIResponse(responseCode = "404", ref = "NotFound")
  @APIResponseSchema(value = PoolBody.class, responseCode = "200", responseDescription = "The pool")
  public PoolBody get(@PathParam("name") String name) {
    return pools()
        .filter(pool -> pool.name().equals(name))
        .findFirst()
        .orElseThrow(() -> RestException.noPool(name));
  }

  /** Changes a pool's sizes and rates. */
  @PATCH
  @Path("/{name}")
  @Consumes({MediaType.APPLICATION_JSON, MERGE_PATCH})
  @Operation(
      summary = "Change the sizes and rates of a pool",
      description =
          "Members that are not given stay as they are. The change is this replica's, and lasts"
              + " until its next start; it is for operators. Sandboxes beyond a smaller size live on until they are closed.")
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "NotFound")
  @APIResponseSchema(
      value = PoolBody.class,
      responseCode = "200",
      responseDescription = "The pool as it stands then")
  public PoolBody change(@PathParam("name") String name, PoolChangeBody body) {
    get(name);
    return PoolBody.of(sandboxes.resize(name, body.toChange()));
  }

  private Stream<PoolBody> pools() {
    return sandboxes.pools().stream().map(PoolBody::of);
  }
}
