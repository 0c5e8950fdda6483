package dev.sandpool.rest;

import dev.sandpool.Acquired;
import dev.sandpool.Acquired.Origin;
import dev.sandpool.CreateRequest;
import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import dev.sandpool.rest.access.OfCaller;
import dev.sandpool.rest.model.AcquiredBody;
import dev.sandpool.rest.model.CreateBody;
import dev.sandpool.rest.model.MemberNames;
import dev.sandpool.rest.model.RenewBody;
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
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.UriInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Sandboxes: create, list, get, renew, suspend, resume, delete. */
@Path("/sandboxes")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Sandboxes")
@APIResponse(responseCode = "400", ref = "Invalid")
@APIResponse(responseCode = "401", ref = "NotAuthenticated")
@APIResponse(responseCode = "403", ref = "Forbidden")
@APIResponse(responseCode = "429", ref = "LimitReached")
@APIResponse(responseCode = "default", ref = "Failed")
@Dependent
public class SandboxResource {

  private final Sandboxes sandboxes;
  private final SandboxLookup lookup;

  /** Takes what it works with. */
  @Inject
  public SandboxResource(@OfCaller Sandboxes sandboxes, SandboxLookup lookup) {
    this.sandboxes = sandboxes;
    this.lookup = lookup;
  }

  /** Takes a sandbox from the pool, or finds that of a key. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      summary = "Take a sandbox from the pool, made on the spot when none is ready",
      description =
          "With a key it is the sandbox that the tenant keeps under that, taken at first: of any"
              + " number of callers, all get the same one. One that is gone by then is replaced, and"
              + " the answer says so, as its files are gone; one that is suspended is resumed. Spec,"
              + " labels and times of the request are only those of a new one.")
  @APIResponse(
      responseCode = "201",
      description = "A new sandbox, running",
      content = @Content(schema = @Schema(implementation = AcquiredBody.class)))
  @APIResponse(
      responseCode = "200",
      description = "The sandbox of the key, which was there",
      content = @Content(schema = @Schema(implementation = AcquiredBody.class)))
  public Response create(CreateBody body, @Context UriInfo uri) {
    CreateRequest request = body.toRequest();
    Acquired acquired = MemberNames.KEEPING.in(() -> acquire(request));
    return Response.status(isNew(acquired) ? Status.CREATED : Status.OK)
        .location(uri.getAbsolutePathBuilder().path(acquired.sandbox().id()).build())
        .entity(AcquiredBody.of(acquired))
        .build();
  }

  private Acquired acquire(CreateRequest request) {
    return request.key().isPresent()
        ? sandboxes.getOrCreate(request)
        : new Acquired(sandboxes.create(request), Origin.CREATED, Optional.empty());
  }

  private static boolean isNew(Acquired acquired) {
    return acquired.origin() == Origin.CREATED || acquired.origin() == Origin.REPLACED;
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
      @Parameter(
              description =
                  "Only sandboxes of this tenant, of those that the caller sees; empty for that"
                      + " without a name",
              allowEmptyValue = true)
          @QueryParam("tenant")
          String tenant,
      @Parameter(description = "Most in one page: 1 to 1000, 100 unless given") @QueryParam("limit")
          String limit,
      @Parameter(description = "The cursor of the page before") @QueryParam("cursor")
          String cursor) {
    return SandboxPage.of(
        sandboxes.list(ListParameters.query(status, labels, tenant, limit, cursor)));
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

  /** Gives a sandbox more time. */
  @POST
  @Path("/{id}/renew")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      summary = "Give a sandbox more time",
      description = "Its time to live begins again, now; the answer says when it ends then.")
  @APIResponse(
      responseCode = "200",
      description = "The sandbox, with its new end",
      content = @Content(schema = @Schema(implementation = SandboxBody.class)))
  @APIResponse(responseCode = "404", ref = "NotFound")
  public SandboxBody renew(@PathParam("id") String id, RenewBody body) {
    Optional<Duration> ttl = body.ttl();
    Sandbox sandbox = lookup.require(id);
    return SandboxBody.of(MemberNames.KEEPING.in(() -> sandbox.renew(ttl)));
  }

  /** Stops a sandbox. */
  @POST
  @Path("/{id}/suspend")
  @Operation(summary = "Stop a sandbox until it is resumed")
  @APIResponse(
      responseCode = "200",
      description = "The sandbox, suspended",
      content = @Content(schema = @Schema(implementation = SandboxBody.class)))
  @APIResponse(responseCode = "404", ref = "NotFound")
  public SandboxBody suspend(@PathParam("id") String id) {
    Sandbox sandbox = lookup.require(id);
    sandbox.suspend();
    return SandboxBody.of(sandbox.info());
  }

  /** Starts a sandbox again. */
  @POST
  @Path("/{id}/resume")
  @Operation(summary = "Start a suspended sandbox again")
  @APIResponse(
      responseCode = "200",
      description = "The sandbox, running",
      content = @Content(schema = @Schema(implementation = SandboxBody.class)))
  @APIResponse(responseCode = "404", ref = "NotFound")
  public SandboxBody resume(@PathParam("id") String id) {
    Sandbox sandbox = lookup.require(id);
    sandbox.resume();
    return SandboxBody.of(sandbox.info());
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
