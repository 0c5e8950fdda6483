package dev.sandpool.rest.model;

import dev.sandpool.ExecResult;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * How a command ended.
 *
 * @param stdout standard output
 * @param stderr standard error
 * @param output both as they arrived
 * @param exitCode null when unknown
 * @param signal what ended it, or null
 * @param timedOut whether its time ran out
 * @param oomKilled whether it failed and the kernel killed for want of memory meanwhile
 * @param truncated whether output was dropped
 * @param droppedBytes how much
 * @param durationMillis how long it took
 */
@JsonbPropertyOrder({
  "stdout",
  "stderr",
  "output",
  "exitCode",
  "signal",
  "timedOut",
  "oomKilled",
  "truncated",
  "droppedBytes",
  "durationMillis"
})
@Schema(name = "ExecResult")
public record ExecResultBody(
    String stdout,
    String stderr,
    @Schema(description = "Both streams, in the order in which they arrived") String output,
    @Schema(nullable = true, description = "Null when unknown, as after a timeout")
        Integer exitCode,
    @Schema(nullable = true, description = "Signal that ended it", examples = "KILL") String signal,
    boolean timedOut,
    @Schema(description = "It failed, and the kernel killed for want of memory while it ran")
        boolean oomKilled,
    boolean truncated,
    long droppedBytes,
    long durationMillis) {

  /** What the API says of a command's end. */
  public static ExecResultBody of(ExecResult result) {
    return new ExecResultBody(
        result.stdout(),
        result.stderr(),
        result.output(),
        result.exitCode().isPresent() ? result.exitCode().getAsInt() : null,
        result.signal().orElse(null),
        result.timedOut(),
        result.oomKilled(),
        result.truncated(),
        result.droppedBytes(),
        result.duration().toMillis());
  }
}
