package dev.sandpool.rest.model;

import dev.sandpool.FileInfo;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.time.Instant;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * An entry of a directory.
 *
 * @param path absolute
 * @param type in lower case
 * @param size in bytes
 * @param modifiedAt when its content last changed
 * @param mode permission bits in octal
 */
@JsonbPropertyOrder({"path", "type", "size", "modifiedAt", "mode"})
@Schema(name = "File")
public record FileBody(
    String path,
    @Schema(enumeration = {"file", "directory", "link", "other"}) String type,
    @Schema(description = "Bytes") long size,
    Instant modifiedAt,
    @Schema(description = "Permission bits in octal", examples = "0644") String mode) {

  /** What the API knows of a file. */
  public static FileBody of(FileInfo file) {
    return new FileBody(
        file.path(),
        file.type().name().toLowerCase(Locale.ROOT),
        file.size(),
        file.modifiedAt(),
        file.mode());
  }
}
