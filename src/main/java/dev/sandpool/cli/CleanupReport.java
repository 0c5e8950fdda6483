package dev.sandpool.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import dev.sandpool.CleanupResult;
import dev.sandpool.CleanupResult.Verdict;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a clean-up did, for people and for scripts. */
final class CleanupReport {

  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();

  private CleanupReport() {}

  /** A line for each sandbox that goes or should have gone, and one for the rest. */
  static String text(CleanupResult result) {
    String deleted = result.dryRun() ? "would delete" : "deleted";
    return Stream.of(
            lines(deleted, result.deleted()),
            lines("not deleted", result.failed()),
            Stream.of(
                "%s %d, kept %d".formatted(deleted, result.deleted().size(), result.kept().size())))
        .flatMap(each -> each)
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /** The members of the REST answer. */
  static String json(CleanupResult result) {
    return GSON.toJson(result);
  }

  private static Stream<String> lines(String what, List<Verdict> verdicts) {
    return verdicts.stream().map(each -> "%s %s: %s".formatted(what, each.id(), each.reason()));
  }
}
