package dev.sandpool.rest.model;

import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxFiles;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Which lines to find.
 *
 * @param pattern the text in them
 * @param path a directory or file; null for the sandbox's directory
 * @param glob which files; null for all
 * @param maxCount most lines; null for {@link SandboxFiles#MAX_MATCHES}
 */
@Schema(name = "GrepFiles")
public record GrepBody(
    @Schema(required = true, description = "Text in the lines, literally") String pattern,
    @Schema(
            description =
                "Absolute path of a directory or file; the working directory unless given")
        String path,
    @Schema(description = "Which files, as in glob; all unless given") String glob,
    @Schema(description = "Lines to give at most", minimum = "1", defaultValue = "10000")
        Long maxCount) {

  /** Checks the number. */
  public GrepBody {
    if (maxCount != null && (maxCount < 1 || maxCount > SandboxFiles.MAX_MATCHES)) {
      throw new InvalidValueException(
          "maxCount", maxCount, "give a number from 1 to " + SandboxFiles.MAX_MATCHES);
    }
  }

  /** Which files; empty for all. */
  public String globOrAll() {
    return glob == null ? "" : glob;
  }

  /** Most lines. */
  public int most() {
    return maxCount == null ? SandboxFiles.MAX_MATCHES : maxCount.intValue();
  }
}
