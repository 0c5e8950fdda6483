package dev.sandpool.rest.model;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A text to replace in a file.
 *
 * @param path the file
 * @param oldText what to replace
 * @param newText what to put there
 * @param replaceAll whether it may be there more than once; null for no
 */
@Schema(name = "EditFile")
public record EditBody(
    @Schema(required = true, description = "Absolute path") String path,
    @Schema(required = true, description = "Text to replace, literally; not empty") String oldText,
    @Schema(required = true, description = "Text to put there; may be empty") String newText,
    @Schema(
            description = "Replace it everywhere; if not, it must be there exactly once",
            defaultValue = "false")
        Boolean replaceAll) {

  /** Whether to replace it everywhere. */
  public boolean everywhere() {
    return Boolean.TRUE.equals(replaceAll);
  }
}
