package dev.sandpool.rest;

import dev.sandpool.InvalidValueException;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxPaths;
import dev.sandpool.cdi.SandpoolLifecycle;
import dev.sandpool.rest.model.FileMatches;
import dev.sandpool.rest.model.GlobBody;
import dev.sandpool.rest.model.GrepBody;
import dev.sandpool.rest.model.TextMatches;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Searches in the files of a sandbox. */
@Path("/sandboxes/{id}/files")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Files")
@APIResponse(responseCode = "400", ref = "Invalid")
@APIResponse(responseCode = "404", ref = "NotFound")
@APIResponse(responseCode = "401", ref = "NotAuthenticated")
@APIResponse(responseCode = "403", ref = "Forbidden")
@APIResponse(responseCode = "429", ref = "LimitReached")
@APIResponse(responseCode = "default", ref = "Failed")
@Dependent
public class SearchResource {

  private final SandboxLookup lookup;
  private final SandpoolLifecycle lifecycle;

  /** Takes what it works with. */
  @Inject
  public SearchResource(SandboxLookup lookup, SandpoolLifecycle lifecycle) {
    this.lookup = lookup;
    this.lifecycle = lifecycle;
  }

  /** Finds files by name. */
  @POST
  @Path("/glob")
  @Operation(summary = "Find files by name")
  @APIResponseSchema(
      value = FileMatches.class,
      responseCode = "200",
      responseDescription = "The files")
  public FileMatches glob(@PathParam("id") String id, GlobBody body) {
    requirePattern(body.pattern());
    Sandbox sandbox = lookup.require(id);
    return FileMatches.of(sandbox.files().glob(body.pattern(), place(body.path(), sandbox)));
  }

  /** Finds lines by a text in them. */
  @POST
  @Path("/grep")
  @Operation(summary = "Find lines with a text")
  @APIResponseSchema(
      value = TextMatches.class,
      responseCode = "200",
      responseDescription = "The lines")
  public TextMatches grep(@PathParam("id") String id, GrepBody body) {
    requirePattern(body.pattern());
    Sandbox sandbox = lookup.require(id);
    String path = place(body.path(), sandbox);
    return TextMatches.of(
        sandbox.files().grep(body.pattern(), path, body.globOrAll(), body.most()));
  }

  private String place(String path, Sandbox sandbox) {
    return SandboxPaths.requireAbsolute(
        "path", Optional.ofNullable(path).orElseGet(() -> workingDirectory(sandbox)));
  }

  private String workingDirectory(Sandbox sandbox) {
    return lifecycle.supervisor().settings().spec(sandbox.info().spec()).workingDirectory();
  }

  private static void requirePattern(String pattern) {
    if (pattern == null || pattern.isEmpty()) {
      throw new InvalidValueException("pattern", pattern, "say what to look for");
    }
  }
}
