package dev.sandpool.rest.model;

import dev.sandpool.FileDownloaded;
import dev.sandpool.FileFailure;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Several files and what kept others from being had.
 *
 * @param results one for each path, in order
 */
@Schema(name = "DownloadedFiles")
public record DownloadedFiles(List<Item> results) {

  /** What the API says of a download. */
  public static DownloadedFiles of(List<FileDownloaded> files) {
    return new DownloadedFiles(
        files.stream()
            .map(
                file ->
                    new Item(
                        file.path(),
                        file.content().orElse(null),
                        file.failure().map(FileFailure::code).orElse(null),
                        file.failure().map(FileFailure::message).orElse(null)))
            .toList());
  }

  /**
   * One of them.
   *
   * @param path as it was asked for
   * @param content null if it cannot be had
   * @param error null if it can
   * @param detail null likewise
   */
  @JsonbPropertyOrder({"path", "content", "error", "detail"})
  @Schema(name = "DownloadedFile")
  public record Item(
      String path,
      @Schema(
              type = SchemaType.STRING,
              format = "byte",
              nullable = true,
              description = "The whole file in base64; null with an error")
          byte[] content,
      @Schema(
              nullable = true,
              description = "Code of what went wrong, as in problems",
              examples = "file_not_found")
          String error,
      @Schema(nullable = true, description = "The same in words") String detail) {}
}
