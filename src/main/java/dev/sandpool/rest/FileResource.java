package dev.sandpool.rest;

import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxPaths;
import dev.sandpool.rest.model.EditBody;
import dev.sandpool.rest.model.EditedBody;
import dev.sandpool.rest.model.FileBody;
import dev.sandpool.rest.model.FileListing;
import dev.sandpool.rest.model.MoveBody;
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
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Directories and text files of a sandbox. */
@Path("/sandboxes/{id}/files")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Files")
@APIResponse(responseCode = "400", ref = "Invalid")
@APIResponse(responseCode = "404", ref = "NotFound")
@APIResponse(responseCode = "401", ref = "NotAuthenticated")
@APIResponse(responseCode = "403", ref = "Forbidden")
@APIResponse(responseCode = "429", ref = "LimitReached")
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
  @APIResponseSchema(
      value = FileListing.class,
      responseCode = "200",
      responseDescription = "Its entries")
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
  @APIResponseSchema(
      value = TextBody.class,
      responseCode = "200",
      responseDescription = "The lines")
  public TextBody read(@PathParam("id") String id, ReadBody body) {
    SandboxPaths.requireAbsolute("path", body.path());
    return TextBody.of(files(id).read(body.path(), body.skipped(), body.most()));
  }

  /** Replaces text in a file. */
  @POST
  @Path("/edit")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Replace text in a UTF-8 file")
  @APIResponseSchema(
      value = EditedBody.class,
      responseCode = "200",
      responseDescription = "It was edited")
  public EditedBody edit(@PathParam("id") String id, EditBody body) {
    String path = SandboxPaths.requireAbsolute("path", body.path());
    requireText("oldText", body.oldText());
    requireText("newText", body.newText());
    return new EditedBody(files(id).edit(path, body.oldText(), body.newText(), body.everywhere()));
  }

  /** Renames a file or directory. */
  @POST
  @Path("/move")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      summary = "Rename a file or directory",
      description = "A file of the new name is replaced; missing parent directories are made.")
  @APIResponse(responseCode = "204", description = "It has the new name")
  public void move(@PathParam("id") String id, MoveBody body) {
    SandboxPaths.requireAbsolute("from", body.from());
    SandboxPaths.requireAbsolute("to", body.to());
    files(id).move(body.from(), body.to());
  }

  private static void requireText(String field, String text) {
    if (text == null) {
      throw new InvalidValueException(field, null, "give a JSON string");
    }
  }

  private SandboxFiles files(String id) {
    return lookup.require(id).files();
  }
}
