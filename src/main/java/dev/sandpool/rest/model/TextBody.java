package dev.sandpool.rest.model;

import dev.sandpool.TextPage;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Lines of a text file.
 *
 * @param content the lines, with their ends
 * @param encoding always {@code utf-8}
 * @param totalLines lines of the whole file
 * @param nextOffset where the next page begins; null at the end
 */
@JsonbPropertyOrder({"content", "encoding", "totalLines", "nextOffset"})
@Schema(name = "FileText")
public record TextBody(
    String content,
    @Schema(enumeration = "utf-8") String encoding,
    long totalLines,
    @Schema(nullable = true, description = "Offset of the next page; null at the end")
        Long nextOffset) {

  /** A page as the API gives it. */
  public static TextBody of(TextPage page) {
    return new TextBody(
        page.content(),
        "utf-8",
        page.totalLines(),
        page.nextOffset().isPresent() ? page.nextOffset().getAsLong() : null);
  }
}
