package dev.sandpool.rest;

import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.FileInfo;
import dev.sandpool.FileUpload;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxPaths;
import dev.sandpool.rest.problem.RestException;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Whole files of a sandbox as raw bytes, streamed. */
@Path("/sandboxes/{id}/files/content")
@Tag(name = "Files")
@APIResponse(responseCode = "400", ref = "Invalid")
@APIResponse(responseCode = "404", ref = "NotFound")
@APIResponse(responseCode = "401", ref = "NotAuthenticated")
@APIResponse(responseCode = "403", ref = "Forbidden")
@APIResponse(responseCode = "429", ref = "LimitReached")
@APIResponse(responseCode = "default", ref = "Failed")
@Dependent
public class FileContentResource {

  private static final String PATH = "Absolute path in the sandbox";

  private final SandboxLookup lookup;

  /** Takes what it works with. */
  @Inject
  public FileContentResource(SandboxLookup lookup) {
    this.lookup = lookup;
  }

  /** Sends a file. */
  @GET
  @Produces(MediaType.APPLICATION_OCTET_STREAM)
  @Operation(summary = "Download a file")
  @APIResponse(
      responseCode = "200",
      description = "Its bytes",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_OCTET_STREAM,
              schema = @Schema(type = SchemaType.STRING, format = "binary")))
  public Response download(
      @PathParam("id") String id,
      @Parameter(description = PATH, required = true) @QueryParam("path") String path) {
    SandboxPaths.requireAbsolute("path", path);
    SandboxFiles files = lookup.require(id).files();
    ResponseBuilder response = Response.ok((StreamingOutput) out -> files.download(path, out));
    response.header("X-Content-Type-Options", "nosniff");
    length(files.stat(path))
        .ifPresent(length -> response.header(HttpHeaders.CONTENT_LENGTH, length));
    return response.build();
  }

  /**
   * What the client can count on. Once the first bytes have been sent, an error can no longer be
   * told; the client sees it as a body that is too short. What the kernel makes up, in {@code
   * /proc}, says 0, and a link has a length of its own.
   */
  private static OptionalLong length(FileInfo file) {
    return file.type() == FileInfo.Type.FILE && file.size() > 0
        ? OptionalLong.of(file.size())
        : OptionalLong.empty();
  }

  /** Takes a file. */
  @PUT
  @Consumes(MediaType.WILDCARD)
  @Operation(
      summary = "Upload a file",
      description = "Replaces what is there; missing parent directories are made.")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_OCTET_STREAM,
              schema = @Schema(type = SchemaType.STRING, format = "binary")))
  @APIResponse(responseCode = "204", description = "It is there, whole")
  public void upload(
      @PathParam("id") String id,
      @Parameter(description = PATH, required = true) @QueryParam("path") String path,
      @Parameter(description = UploadModes.DESCRIPTION) @QueryParam("mode") String mode,
      InputStream content) {
    SandboxPaths.requireAbsolute("path", path);
    FileUpload file = UploadModes.with(mode, FileUpload.of(path, content));
    try {
      lookup.require(id).files().upload(file);
    } catch (IOException e) {
      throw RestException.brokenUpload(e);
    }
  }

  /** Deletes a file or a directory with all in it. */
  @DELETE
  @Operation(summary = "Delete a file, or a directory with all in it")
  @APIResponse(responseCode = "204", description = "It is gone")
  public void delete(
      @PathParam("id") String id,
      @Parameter(description = PATH, required = true) @QueryParam("path") String path) {
    SandboxPaths.requireAbsolute("path", path);
    if (!lookup.require(id).files().delete(path)) {
      throw new FileAccessException(Reason.FILE_NOT_FOUND, path, "");
    }
  }
}
