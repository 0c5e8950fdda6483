package dev.sandpool.rest;

import dev.sandpool.FileUpload;
import dev.sandpool.SandboxFiles;
import dev.sandpool.rest.form.FormParts;
import dev.sandpool.rest.model.DownloadBody;
import dev.sandpool.rest.model.DownloadedFiles;
import dev.sandpool.rest.model.UploadedFiles;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.util.Iterator;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Many files of a sandbox at once, each with its own result. */
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
public class BatchFileResource {

  private final SandboxLookup lookup;

  /** Takes what it works with. */
  @Inject
  public BatchFileResource(SandboxLookup lookup) {
    this.lookup = lookup;
  }

  /** Takes files as they arrive; none is held as a whole unless it is small. */
  @POST
  @Path("/upload")
  @Consumes(MediaType.MULTIPART_FORM_DATA)
  @Operation(
      summary = "Upload many files",
      description =
          "Each part is a file; its name is the absolute path it is for:"
              + " `curl -F '/workspace/a.txt=@a.txt'`. Where the name is no path, the part's file"
              + " name is taken. Files are replaced and missing parent directories made; what"
              + " cannot be done for one file is said in its result, and the others are written.")
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.MULTIPART_FORM_DATA,
              schema =
                  @Schema(
                      type = SchemaType.OBJECT,
                      description = "Files by the path they are for")))
  @APIResponseSchema(
      value = UploadedFiles.class,
      responseCode = "200",
      responseDescription = "A result for each part, in order")
  public UploadedFiles upload(
      @PathParam("id") String id,
      @Parameter(description = UploadModes.DESCRIPTION) @QueryParam("mode") String mode,
      @Parameter(hidden = true) @HeaderParam(HttpHeaders.CONTENT_TYPE) String contentType,
      InputStream body) {
    UploadModes.with(mode, FileUpload.of("/", ""));
    SandboxFiles files = lookup.require(id).files();
    FormParts parts = FormParts.of(contentType, body);
    return UploadedFiles.of(files.uploadAll(() -> uploads(parts, mode)));
  }

  /** Sends files in one answer. Larger ones are had one by one, as raw bytes. */
  @POST
  @Path("/download")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      summary = "Download many files",
      description =
          "Together up to 64 MiB; one for which no room is left has the error `too_large`, and"
              + " `GET …/files/content` has no limit.")
  @APIResponseSchema(
      value = DownloadedFiles.class,
      responseCode = "200",
      responseDescription = "A result for each path, in order")
  public DownloadedFiles download(@PathParam("id") String id, DownloadBody body) {
    return DownloadedFiles.of(lookup.require(id).files().downloadAll(body.paths()));
  }

  private static Iterator<FileUpload> uploads(FormParts parts, String mode) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return parts.hasNext();
      }

      @Override
      public FileUpload next() {
        var part = parts.next();
        return UploadModes.with(mode, FileUpload.of(part.path(), part.content()));
      }
    };
  }
}
