package dev.sandpool.rest;

import dev.sandpool.InvalidValueException;
import dev.sandpool.ProcessInfo;
import dev.sandpool.ProcessNotFoundException;
import dev.sandpool.SandboxProcesses;
import dev.sandpool.rest.model.ProcessBody;
import dev.sandpool.rest.model.ProcessListing;
import dev.sandpool.rest.model.ProcessOutputBody;
import dev.sandpool.rest.model.StartBody;
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
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Background processes of a sandbox. */
@Path("/sandboxes/{id}/processes")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Processes")
@APIResponse(responseCode = "400", ref = "Invalid")
@APIResponse(responseCode = "404", ref = "NotFound")
@APIResponse(responseCode = "401", ref = "NotAuthenticated")
@APIResponse(responseCode = "403", ref = "Forbidden")
@APIResponse(responseCode = "429", ref = "LimitReached")
@APIResponse(responseCode = "default", ref = "Failed")
@Dependent
public class ProcessResource {

  private final SandboxLookup lookup;

  /** Takes what it works with. */
  @Inject
  public ProcessResource(SandboxLookup lookup) {
    this.lookup = lookup;
  }

  /** Starts one. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      summary = "Start a command in the background",
      description = "It goes on until it ends, is stopped, or its sandbox ends.")
  @APIResponse(
      responseCode = "201",
      description = "It runs",
      content = @Content(schema = @Schema(implementation = ProcessBody.class)))
  public Response start(@PathParam("id") String id, StartBody body, @Context UriInfo uri) {
    ProcessInfo started = processes(id).start(body.toRequest());
    return Response.created(uri.getAbsolutePathBuilder().path(started.id()).build())
        .entity(ProcessBody.of(started))
        .build();
  }

  /** Lists all. */
  @GET
  @Operation(summary = "List the background processes, ended ones too, oldest first")
  @APIResponseSchema(
      value = ProcessListing.class,
      responseCode = "200",
      responseDescription = "The processes")
  public ProcessListing list(@PathParam("id") String id) {
    return new ProcessListing(processes(id).list().stream().map(ProcessBody::of).toList());
  }

  /** One process. */
  @GET
  @Path("/{pid}")
  @Operation(summary = "Get a background process")
  @APIResponseSchema(
      value = ProcessBody.class,
      responseCode = "200",
      responseDescription = "The process")
  public ProcessBody get(@PathParam("id") String id, @PathParam("pid") String pid) {
    return processes(id)
        .find(pid)
        .map(ProcessBody::of)
        .orElseThrow(() -> new ProcessNotFoundException(pid));
  }

  /** Its output. */
  @GET
  @Path("/{pid}/output")
  @Operation(summary = "Read what it has printed so far, both streams in one")
  @APIResponseSchema(
      value = ProcessOutputBody.class,
      responseCode = "200",
      responseDescription = "A piece of it")
  public ProcessOutputBody output(
      @PathParam("id") String id,
      @PathParam("pid") String pid,
      @Parameter(description = "Bytes to skip: 0, then the nextOffset of the piece before")
          @QueryParam("offset")
          String offset,
      @Parameter(description = "Bytes to give at most: 1 to 1048576, 65536 unless given")
          @QueryParam("limit")
          String limit) {
    return ProcessOutputBody.of(
        processes(id)
            .output(
                pid,
                number("offset", offset, 0),
                (int) Math.min(number("limit", limit, 65_536), Integer.MAX_VALUE)));
  }

  /** More input. */
  @POST
  @Path("/{pid}/stdin")
  @Consumes(MediaType.APPLICATION_OCTET_STREAM)
  @Operation(summary = "Write to its standard input", description = "An empty body ends the input.")
  @APIResponse(responseCode = "204", description = "It was taken")
  public void write(@PathParam("id") String id, @PathParam("pid") String pid, byte[] input) {
    if (input.length == 0) {
      processes(id).endInput(pid);
    } else {
      processes(id).write(pid, input);
    }
  }

  /** Stops it. */
  @DELETE
  @Path("/{pid}")
  @Operation(summary = "Stop a background process and its children")
  @APIResponse(responseCode = "204", description = "It has ended, or had before")
  public void stop(@PathParam("id") String id, @PathParam("pid") String pid) {
    processes(id).stop(pid);
  }

  private SandboxProcesses processes(String id) {
    return lookup.require(id).processes();
  }

  private static long number(String name, String text, long usual) {
    if (text == null || text.isEmpty()) {
      return usual;
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new InvalidValueException(name, text, "give a whole number");
    }
  }
}
