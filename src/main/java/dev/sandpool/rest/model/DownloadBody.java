package dev.sandpool.rest.model;

import dev.sandpool.InvalidValueException;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Which files to send.
 *
 * @param paths absolute, of any number
 */
@Schema(name = "DownloadFiles")
public record DownloadBody(
    @Schema(required = true, description = "Absolute paths in the sandbox") List<String> paths) {

  /** Requires some. */
  public DownloadBody {
    if (paths == null) {
      throw new InvalidValueException("paths", null, "give a JSON array of absolute paths");
    }
  }
}
