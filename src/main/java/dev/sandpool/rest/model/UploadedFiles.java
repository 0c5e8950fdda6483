package dev.sandpool.rest.model;

import dev.sandpool.FileFailure;
import dev.sandpool.FileUploaded;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What became of the files of an upload.
 *
 * @param results one for each, in order
 */
@Schema(name = "UploadedFiles")
public record UploadedFiles(List<Item> results) {

  /** What the API says of an upload. */
  public static UploadedFiles of(List<FileUploaded> files) {
    return new UploadedFiles(
        files.stream()
            .map(
                file ->
                    new Item(
                        file.path(),
                        file.failure().isPresent() ? null : file.size(),
                        file.failure().map(FileFailure::code).orElse(null),
                        file.failure().map(FileFailure::message).orElse(null)))
            .toList());
  }

  /**
   * One of them.
   *
   * @param path as it was sent
   * @param size in bytes; null if it was not written
   * @param error null if it was
   * @param detail null likewise
   */
  @JsonbPropertyOrder({"path", "size", "error", "detail"})
  @Schema(name = "UploadedFile")
  public record Item(
      String path,
      @Schema(nullable = true, description = "Bytes written; null with an error") Long size,
      @Schema(
              nullable = true,
              description = "Code of what went wrong, as in problems",
              examples = "permission_denied")
          String error,
      @Schema(nullable = true, description = "The same in words") String detail) {}
}
