package dev.sandpool.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.CreateRequest;
import dev.sandpool.SandboxLostException;
import dev.sandpool.bootstrap.McpSettings;
import dev.sandpool.bootstrap.SandpoolSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is told of tools, and of what goes wrong in them. */
class ToolboxTest {

  private static final McpSettings SETTINGS =
      SandpoolSettings.read(key -> Optional.<String>empty()).mcp();

  private final FakeSandboxes fakes = new FakeSandboxes();
  private final Toolbox toolbox = new Toolbox(SETTINGS);
  private final Workplace place = new Workplace(fakes.sandboxes(), CreateRequest.of("default"));

  @Test
  void everyToolIsDescribedForModels() {
    assertThat(toolbox.tools()).extracting(Tool::name).doesNotHaveDuplicates();
    assertThat(toolbox.tools())
        .allSatisfy(
            tool -> {
              assertThat(tool.name()).matches("[a-z]+(_[a-z]+)*");
              assertThat(tool.description()).hasSizeBetween(40, 400).endsWith(".");
              assertThat(tool.inputSchema()).containsEntry("additionalProperties", false);
              assertThat(tool.inputSchema()).containsEntry("type", "object");
              assertThat(tool.outputSchema().get("properties")).isNotEqualTo(Map.of());
            });
  }

  @Test
  void looksAreToldFromChanges() {
    assertThat(toolbox.tools())
        .filteredOn(tool -> tool.effect() == Effect.READS)
        .extracting(Tool::name)
        .containsExactlyInAnyOrder(
            "read_file",
            "list_files",
            "glob",
            "grep",
            "read_process_output",
            "list_processes",
            "sandbox_info");
  }

  @Test
  void commandsAnswerInWordsAndAsStructure() {
    fakes.prints = request -> "hello\n";

    Answer answer = call("execute", Map.of("command", "echo hello"));

    assertThat(answer.error()).isFalse();
    assertThat(answer.text()).isEqualTo("hello\n[exit code 0]");
    assertThat(answer.content())
        .containsEntry("output", "hello\n")
        .containsEntry("exitCode", 0)
        .containsEntry("timedOut", false)
        .containsEntry("omittedCharacters", 0L);
  }

  @Test
  void longOutputIsCutInTheMiddle() {
    fakes.prints = request -> "a".repeat(20_000) + "b".repeat(20_000);

    Answer answer = call("execute", Map.of("command", "x"));

    assertThat(answer.text()).hasSizeLessThan(31_000).contains("[… 10000 characters left out …]");
    assertThat(answer.content()).containsEntry("omittedCharacters", 10_000L);
  }

  @Test
  void refusedArgumentsAreNamedAsTheModelKnowsThem() {
    assertThat(call("execute", Map.of("command", "x", "cwd", "a")))
        .satisfies(ToolboxTest::isError)
        .extracting(Answer::text)
        .asString()
        .startsWith("cwd: 'a' cannot be used; give an absolute path");
    assertThat(call("execute", Map.of("command", "x", "env", Map.of("A=B", "c"))).text())
        .startsWith("env: ");
    assertThat(call("execute", Map.of("command", "x", "timeoutSeconds", 0)).text())
        .startsWith("timeoutSeconds: '0' cannot be used; give more than 0 seconds");
    assertThat(fakes.asked).as("no sandbox was taken for these").isEmpty();
  }

  @Test
  void lostSandboxIsToldAndReplacedByTheNextCall() {
    fakes.prints =
        request -> {
          throw new SandboxLostException("Sandbox sp-1 ended");
        };
    Answer lost = call("execute", Map.of("command", "x"));
    fakes.prints = request -> "ok\n";
    Answer next = call("execute", Map.of("command", "x"));

    assertThat(lost)
        .isEqualTo(
            Answer.failed(
                "Sandbox sp-1 ended. The sandbox is gone with its files; the next call gets a new"
                    + " one"));
    assertThat(next.text()).isEqualTo("ok\n[exit code 0]");
    assertThat(fakes.asked).hasSize(2);
    assertThat(fakes.closed).containsExactly("sp-1");
  }

  @Test
  void failuresAreAnswersAndShowNothingOfTheServer() {
    fakes.prints =
        request -> {
          throw new BackendUnavailableException("The cluster does not answer");
        };
    assertThat(call("execute", Map.of("command", "x")))
        .isEqualTo(Answer.failed("The cluster does not answer"));

    fakes.prints =
        request -> {
          throw new UnsupportedOperationException("secret detail");
        };
    assertThat(call("execute", Map.of("command", "x")))
        .satisfies(ToolboxTest::isError)
        .extracting(Answer::text)
        .asString()
        .doesNotContain("secret");
  }

  @Test
  void lifeOfTheSandboxIsInTheModelsHands() {
    assertThat(call("sandbox_info", Map.of()).content()).containsEntry("exists", false);
    assertThat(call("close_sandbox", Map.of()).content()).containsEntry("closed", false);
    call("execute", Map.of("command", "x"));
    assertThat(call("sandbox_info", Map.of()).content())
        .containsEntry("exists", true)
        .containsEntry("id", "sp-1")
        .containsEntry("status", "running")
        .containsEntry("directory", "/workspace");
    assertThat(call("reset_sandbox", Map.of()).content()).containsEntry("id", "sp-2");
    assertThat(call("close_sandbox", Map.of()).content()).containsEntry("closed", true);
    assertThat(fakes.closed).isEqualTo(List.of("sp-1", "sp-2"));
  }

  private static void isError(Answer answer) {
    assertThat(answer.error()).isTrue();
    assertThat(answer.content()).isEmpty();
  }

  private Answer call(String name, Map<String, Object> arguments) {
    Tool tool =
        toolbox.tools().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    return toolbox.call(tool, arguments, place);
  }
}
