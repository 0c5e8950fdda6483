package dev.sandpool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.CleanupResult;
import dev.sandpool.CleanupResult.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void argumentsThatCannotBeUsedAreNamedWithTheCure() {
    assertThat(run("cleanup", "--max-idle", "soon")).isEqualTo(2);
    assertThat(err.toString()).contains("--max-idle", "'soon' cannot be used", "30m, 2h");

    assertThat(run("cleanup", "--mode", "cloud")).isEqualTo(2);
    assertThat(err.toString()).contains("sandpool.mode", "'cloud'", "agent-sandbox");

    assertThat(run("tidy")).isEqualTo(2);
    assertThat(err.toString()).contains("tidy", "cleanup");
  }

  @Test
  void clusterThatCannotBeUsedIsOneLineAndNoStack() {
    int code = run("cleanup", "-m", "raw", "-s", "sandpool.kubernetes.kubeconfig=/nowhere/config");

    assertThat(code).isEqualTo(1);
    assertThat(err.toString().strip().lines()).hasSize(1);
    assertThat(err.toString()).contains("/nowhere/config");
  }

  @Test
  void helpTellsOptionsAndExitCodes() {
    assertThat(run("cleanup", "--help")).isZero();
    assertThat(out.toString()).contains("--dry-run", "--max-idle", "--json", "Exit codes");
  }

  @Test
  void reportsForPeopleAndScripts() {
    CleanupResult result =
        new CleanupResult(
            List.of(new Verdict("sp-1", "it was not used for 1h")),
            List.of(new Verdict("sp-2", "it has no end")),
            List.of(new Verdict("sp-3", "forbidden")),
            false);

    assertThat(CleanupReport.text(result).lines())
        .containsExactly(
            "deleted sp-1: it was not used for 1h",
            "not deleted sp-3: forbidden",
            "deleted 1, kept 1");
    assertThat(CleanupReport.json(result))
        .contains("\"deleted\"", "\"kept\"", "\"failed\"", "\"dryRun\": false", "sp-3");
  }

  private int run(String... arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }
}
