package dev.sandpool.rest.model;

import dev.sandpool.Matches;
import dev.sandpool.TextMatch;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Lines found by a text in them.
 *
 * @param matches by path, then by line
 * @param truncated whether there is or may be more
 */
@JsonbPropertyOrder({"matches", "truncated"})
@Schema(name = "TextMatches")
public record TextMatches(List<Line> matches, boolean truncated) {

  /** What a search found. */
  public static TextMatches of(Matches<TextMatch> found) {
    return new TextMatches(
        found.matches().stream()
            .map(match -> new Line(match.path(), match.line(), match.text()))
            .toList(),
        found.truncated());
  }

  /**
   * A line.
   *
   * @param path the file
   * @param line number from 1
   * @param text without its end
   */
  @JsonbPropertyOrder({"path", "line", "text"})
  @Schema(name = "TextMatch")
  public record Line(
      String path, @Schema(description = "Number of the line, from 1") long line, String text) {}
}
