package dev.sandpool.rest;

import dev.sandpool.ExecRequest;
import dev.sandpool.Sandbox;
import dev.sandpool.rest.model.ExecBody;
import dev.sandpool.rest.model.ExecResultBody;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Commands in a sandbox. */
@Path("/sandboxes/{id}/exec")
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Commands")
@APIResponse(responseCode = "400", ref = "Invalid")
@APIResponse(responseCode = "404", ref = "NotFound")
@APIResponse(responseCode = "401", ref = "NotAuthenticated")
@APIResponse(responseCode = "403", ref = "Forbidden")
@APIResponse(responseCode = "429", ref = "LimitReached")
@APIResponse(responseCode = "default", ref = "Failed")
@Dependent
public class ExecResource {

  private final SandboxLookup lookup;
  private final Heartbeats heartbeats;

  /** Takes what it works with. */
  @Inject
  public ExecResource(SandboxLookup lookup, Heartbeats heartbeats) {
    this.lookup = lookup;
    this.heartbeats = heartbeats;
  }

  /** Runs a command to its end. */
  @POST
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(
      summary = "Run a shell command",
      description =
          "With `Accept: text/event-stream` the output is streamed: events `stdout` and `stderr`"
              + " (`{\"text\": …}`) as it arrives, then one event `result`, which is what the"
              + " JSON answer would be, or `error`, which is a problem. A client that goes away"
              + " stops the command.")
  @APIResponse(
      responseCode = "200",
      description = "How it ended; that it failed or timed out is a result too",
      content = {
        @Content(
            mediaType = MediaType.APPLICATION_JSON,
            schema = @Schema(implementation = ExecResultBody.class)),
        @Content(
            mediaType = MediaType.SERVER_SENT_EVENTS,
            schema = @Schema(implementation = String.class))
      })
  public ExecResultBody run(@PathParam("id") String id, ExecBody body) {
    ExecRequest request = body.toRequest();
    return ExecResultBody.of(lookup.require(id).execute(request));
  }

  /** Runs a command and streams its output. The request's thread is free meanwhile. */
  @POST
  // A client that accepts anything gets the plain answer.
  @Produces(MediaType.SERVER_SENT_EVENTS + ";qs=0.5")
  @Operation(hidden = true)
  public void stream(
      @PathParam("id") String id,
      ExecBody body,
      @Context SseEventSink sink,
      @Context Sse sse,
      @Context UriInfo uri,
      @Context HttpHeaders headers) {
    ExecRequest request = body.toRequest();
    Sandbox sandbox = lookup.require(id);
    ExecStream stream = new ExecStream(sink, sse, RequestErrors.of(uri, headers));
    stream.follow(sandbox.executeAsync(request, stream));
    heartbeats.beat(stream);
  }
}
