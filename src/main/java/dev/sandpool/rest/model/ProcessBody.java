package dev.sandpool.rest.model;

import dev.sandpool.ProcessInfo;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A background process.
 *
 * @param id finds it in its sandbox
 * @param command the beginning of its command
 * @param status {@code running} or {@code ended}
 * @param exitCode how it ended; null while it runs, and when nobody knows
 * @param startedAt when it was started
 * @param outputBytes how much it has printed
 */
@JsonbPropertyOrder({"id", "command", "status", "exitCode", "startedAt", "outputBytes"})
@Schema(name = "Process")
public record ProcessBody(
    String id,
    @Schema(description = "The beginning of its command, on one line") String command,
    @Schema(enumeration = {"running", "ended"}) String status,
    @Schema(nullable = true, description = "128 plus the signal's number for one that was stopped")
        Integer exitCode,
    Instant startedAt,
    long outputBytes) {

  /** What the API knows of a process. */
  public static ProcessBody of(ProcessInfo info) {
    return new ProcessBody(
        info.id(),
        info.command(),
        info.running() ? "running" : "ended",
        info.exitCode().isPresent() ? info.exitCode().getAsInt() : null,
        info.startedAt(),
        info.outputBytes());
  }
}
