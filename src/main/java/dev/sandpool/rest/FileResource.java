package dev.sandpool.rest;

import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxPaths;
import dev.sandpool.rest.model.FileBody;
import dev.sandpool.rest.model.FileListing;
import dev.sandpool.rest.model.ReadBody;
import dev.sandpool.rest.model.TextBody;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Directories and text files of a sandbox. */
@Path("/sandboxes/{id}/files")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Files")
@APIResponse(responseCode = "400", ref = "Invalid")
@APIResponse(responseCode = "404", ref = "NotFound")
@APIResponse(responseCode = "default", ref = "Failed")
@Dependent
public class FileResource {

  private final SandboxLookup lookup;

  /** Takes what it works with. */
  @Inject
  public FileResource(SandboxLookup lookup) {
    this.lookup = lookup;
  }

  /** Lists a directory. */
  @GET
  @Operation(summary = "List a directory, by name, with its hidden entries")
  public FileListing list(
      @PathParam("id") String id,
      @Parameter(description = "Absolute path in the sandbox", required = true) @QueryParam("path")
          String path) {
    SandboxPaths.requireAbsolute("path", path);
    return new FileListing(files(id).list(path).stream().map(FileBody::of).toList());
  }

  /** Reads lines of a text file. */
  @POST
  @Path("/read")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Read lines of a UTF-8 text file")
  public TextBody read(@PathParam("id") String id, ReadBody body) {
    SandboxPaths.requireAbsolute("path", body.path());
    return TextBody.of(files(id).read(body.path(), body.skipped(), body.most()));
  }

  private SandboxFiles files(String id) {
    return lookup.require(id).files();
  }
}
