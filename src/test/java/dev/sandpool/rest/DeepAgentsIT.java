package dev.sandpool.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example for deepagents, by LangChain's standard tests for sandboxes and its own. Where
 * Python's packages cannot be had it is skipped with a line that says so, but fails on CI.
 */
@Tag("service")
class DeepAgentsIT {

  private static final Path SCRIPT = Path.of("docs", "examples", "deepagents", "test");
  private static final int NOT_INSTALLED = 75;

  @TempDir Path directory;

  @Test
  void passesTheStandardTests() throws Exception {
    Path log = directory.resolve("log");

    int code = run(log);

    String said = Files.readString(log, StandardCharsets.UTF_8);
    if (code == NOT_INSTALLED && !Boolean.parseBoolean(System.getenv("CI"))) {
      System.err.println("SKIPPED: the tests of deepagents. " + said);
      abort(said);
    }
    assertThat(code).as(said).isZero();
    assertThat(said).contains(" passed").doesNotContain(" skipped");
  }

  private static int run(Path log) throws IOException, InterruptedException {
    Process tests =
        new ProcessBuilder(SCRIPT.toString(), SandpoolEnvironment.server().toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(tests.waitFor(10, TimeUnit.MINUTES)).as("the tests end in time").isTrue();
      return tests.exitValue();
    } finally {
      tests.descendants().forEach(ProcessHandle::destroyForcibly);
      tests.destroyForcibly();
    }
  }
}
