package dev.sandpool.rest.model;

import dev.sandpool.CleanupResult;
import dev.sandpool.CleanupResult.Verdict;
import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What a clean-up did.
 *
 * @param deleted what was destroyed, or in a dry run would have been
 * @param kept what stays
 * @param failed what should have been destroyed and could not be
 * @param dryRun whether it was only told
 */
@JsonbPropertyOrder({"deleted", "kept", "failed", "dryRun"})
@Schema(name = "CleanedUp")
public record CleanedBody(
    @Schema(description = "What was destroyed, or in a dry run would have been")
        List<VerdictBody> deleted,
    @Schema(description = "What stays") List<VerdictBody> kept,
    @Schema(description = "What should have been destroyed and could not be; tried again later")
        List<VerdictBody> failed,
    @Schema(description = "Whether nothing was done") boolean dryRun) {

  /**
   * What became of one sandbox.
   *
   * @param id its id
   * @param reason why, in words
   */
  @JsonbPropertyOrder({"id", "reason"})
  @Schema(name = "Verdict")
  public record VerdictBody(String id, @Schema(description = "Why, in words") String reason) {

    private static List<VerdictBody> of(List<Verdict> verdicts) {
      return verdicts.stream().map(each -> new VerdictBody(each.id(), each.reason())).toList();
    }
  }

  /** What the API says of a clean-up. */
  public static CleanedBody of(CleanupResult result) {
    return new CleanedBody(
        VerdictBody.of(result.deleted()),
        VerdictBody.of(result.kept()),
        VerdictBody.of(result.failed()),
        result.dryRun());
  }
}
