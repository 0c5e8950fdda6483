package dev.sandpool.rest;

import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import dev.sandpool.rest.model.CreateBody;
import dev.sandpool.rest.model.SandboxBody;
import dev.sandpool.rest.model.SandboxPage;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Sandboxes: create, list, get, delete. */
@Path("/sandboxes")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Sandboxes")
@APIResponse(responseCode = "400", ref = "Invalid")
@APIResponse(responseCode = "default", ref = "Failed")
@Dependent
public class SandboxResource {

  private final Sandboxes sandboxes;
  private final SandboxLookup lookup;

  /** Takes what it works with. */
  @Inject
  public SandboxResource(Sandboxes sandboxes, SandboxLookup lookup) {
    this.sandboxes = sandboxes;
    this.lookup = lookup;
  }

  /** Takes a sandbox from the pool. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Take a sandbox from the pool; made on the spot when none is ready")
  @APIResponse(
      responseCode = "201",
      description = "The sandbox, running",
      content = @Content(schema = @Schema(implementation = SandboxBody.class)))
  public Response create(CreateBody body, @Context UriInfo uri) {
    Sandbox sandbox = sandboxes.create(body.toRequest());
    return Response.created(uri.getAbsolutePathBuilder().path(sandbox.id()).build())
        .entity(SandboxBody.of(sandbox.info()))
        .build();
  }

  /** Lists what is in use. */
  @GET
  @Operation(summary = "List the sandboxes in use, oldest first")
  @APIResponseSchema(
      value = SandboxPage.class,
      responseCode = "200",
      responseDescription = "A page of them")
  public SandboxPage list(
      @Parameter(description = "Only sandboxes of this status") @QueryParam("status") String status,
      @Parameter(description = "Only sandboxes with this label, as name=value; repeatable")
          @QueryParam("label")
          List<String> labels,
      @Parameter(description = "Most in one page: 1 to 1000, 100 unless given") @QueryParam("limit")
          String limit,
      @Parameter(description = "The cursor of the page before") @QueryParam("cursor")
          String cursor) {
    return SandboxQuery.of(status, labels, limit, cursor).page(sandboxes.list());
  }

  /** One sandbox. */
  @GET
  @Path("/{id}")
  @Operation(summary = "Get a sandbox")
  @APIResponse(
      responseCode = "200",
      description = "The sandbox",
      content = @Content(schema = @Schema(implementation = SandboxBody.class)))
  @APIResponse(responseCode = "404", ref = "NotFound")
  public SandboxBody get(@PathParam("id") String id) {
    return SandboxBody.of(lookup.require(id).info());
  }

  /** Destroys a sandbox. */
  @DELETE
  @Path("/{id}")
  @Operation(summary = "Destroy a sandbox and all that runs in it")
  @APIResponse(responseCode = "204", description = "It is gone, or was already")
  public void delete(@PathParam("id") String id) {
    if (SandboxLookup.canBe(id)) {
      sandboxes.delete(id);
    }
  }
}
