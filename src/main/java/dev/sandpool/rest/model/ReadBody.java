package dev.sandpool.rest.model;

import dev.sandpool.InvalidValueException;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Which lines of a text file to read.
 *
 * @param path the file
 * @param offset lines to skip; null for none
 * @param limit lines to give; null for {@value #DEFAULT_LIMIT}
 */
@Schema(name = "ReadFile")
public record ReadBody(
    @Schema(required = true, description = "Absolute path") String path,
    @Schema(description = "Lines to skip", minimum = "0", defaultValue = "0") Long offset,
    @Schema(description = "Lines to give at most", minimum = "1", defaultValue = "2000")
        Long limit) {

  static final int DEFAULT_LIMIT = 2000;

  /** Checks the numbers. */
  public ReadBody {
    if (offset != null && offset < 0) {
      throw new InvalidValueException("offset", offset, "give 0 or more lines to skip");
    }
    if (limit != null && (limit < 1 || limit > Integer.MAX_VALUE)) {
      throw new InvalidValueException("limit", limit, "give at least 1 line");
    }
  }

  /** Lines to skip. */
  public long skipped() {
    return offset == null ? 0 : offset;
  }

  /** Lines to give. */
  public int most() {
    return limit == null ? DEFAULT_LIMIT : limit.intValue();
  }
}
