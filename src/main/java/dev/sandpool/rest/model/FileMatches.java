package dev.sandpool.rest.model;

import dev.sandpool.FileInfo;
import dev.sandpool.Matches;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Files found by name.
 *
 * @param matches by path
 * @param truncated whether there is or may be more
 */
@JsonbPropertyOrder({"matches", "truncated"})
@Schema(name = "FileMatches")
public record FileMatches(List<FileBody> matches, boolean truncated) {

  /** What a search found. */
  public static FileMatches of(Matches<FileInfo> found) {
    return new FileMatches(found.matches().stream().map(FileBody::of).toList(), found.truncated());
  }
}
