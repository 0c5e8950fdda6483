package dev.sandpool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.CleanupResult;
import dev.sandpool.CleanupResult.Verdict;
import dev.sandpool.bootstrap.SandpoolSettings;
import dev.sandpool.security.KeyText;
import dev.sandpool.security.Role;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {

  private static final Pattern KEY = Pattern.compile("sandpool_[A-Za-z0-9_-]{43}");

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
  void apiKeyComesWithTheSettingsThatAcceptIt() {
    assertThat(run("api-key", "ci", "--tenant", "blue", "--role", "viewer", "--role", "operator"))
        .isZero();

    Properties settings = new Properties();
    out.toString()
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("sandpool.api-key."))
        .forEach(
            line ->
                settings.setProperty(
                    line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
    String key =
        out.toString().lines().map(String::strip).filter(KEY.asMatchPredicate()).findFirst().get();
    assertThat(
            SandpoolSettings.read(
                    name -> Optional.ofNullable(settings.getProperty(name)),
                    settings.stringPropertyNames())
                .security()
                .keys())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.name()).isEqualTo("ci");
              assertThat(each.tenant()).isEqualTo("blue");
              assertThat(each.roles()).containsOnly(Role.VIEWER, Role.OPERATOR);
              assertThat(each.hash().toString())
                  .isEqualTo(KeyText.parse(key).orElseThrow().hash().toString());
            });
  }

  @Test
  void apiKeyForScriptsIsJson() {
    assertThat(run("api-key", "ci", "--tenant", "blue", "--json")).isZero();

    assertThat(out.toString())
        .contains("\"key\": \"sandpool_", "\"sandpool.api-key.ci.roles\": \"user\"");
  }

  @Test
  void apiKeyNeedsANameAndATenant() {
    assertThat(run("api-key", "ci")).isEqualTo(2);
    assertThat(err.toString()).contains("--tenant");
    assertThat(run("api-key", "C I", "--tenant", "blue")).isEqualTo(2);
    assertThat(err.toString()).contains("NAME: 'C I' cannot be used; give small letters");
    assertThat(run("api-key", "ci", "--tenant", "a\nb")).isEqualTo(2);
    assertThat(run("api-key", "ci", "--tenant", "blue", "--role", "root")).isEqualTo(2);
    assertThat(err.toString()).contains("root");
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
