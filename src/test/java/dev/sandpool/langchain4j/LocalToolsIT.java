package dev.sandpool.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.sandpool.BackendUnavailableException;
import dev.sandpool.CreateRequest;
import dev.sandpool.Sandbox;
import dev.sandpool.bootstrap.Sandpool;
import dev.sandpool.bootstrap.SandpoolSettings;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** AI services whose model calls the tools, in real sandboxes. */
class LocalToolsIT {

  private static Sandpool sandpool;

  private final ScriptedModel model = new ScriptedModel();
  private final Assistant assistant =
      AiServices.builder(Assistant.class)
          .chatModel(model)
          .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(10))
          .tools(SandboxTools.perConversation(sandpool.sandboxes()))
          .build();

  /** A service with a conversation. */
  interface Assistant {
    String chat(@MemoryId String conversation, @UserMessage String text);
  }

  /** A service without one. */
  interface Forgetful {
    String chat(String text);
  }

  @BeforeAll
  static void start() {
    Map<String, String> settings = Map.of("sandpool.mode", "local", "sandpool.pool.min-idle", "0");
    try {
      sandpool =
          Sandpool.start(SandpoolSettings.read(key -> Optional.ofNullable(settings.get(key))));
    } catch (BackendUnavailableException e) {
      if (Boolean.parseBoolean(System.getenv("CI"))) {
        throw e;
      }
      System.err.println("SKIPPED: the tests of LangChain4j. " + e.getMessage());
      abort(e.getMessage());
    }
  }

  @AfterAll
  static void stop() {
    if (sandpool != null) {
      sandpool.sandboxes().list().forEach(each -> sandpool.sandboxes().delete(each.id()));
      sandpool.close();
    }
  }

  private String run(String conversation, String command) {
    return assistant.chat(conversation, "run_command {\"command\": \"" + command + "\"}");
  }

  @Test
  void conversationKeepsItsFilesAndOthersDoNotSeeThem() {
    assertThat(run("a", "echo kept > note; cat note")).isEqualTo("kept\n");

    assertThat(run("a", "cat note")).isEqualTo("kept\n");
    assertThat(run("b", "cat note")).contains("No such file").endsWith("[exit code 1]");
  }

  @Test
  void filesAreWrittenReadEditedAndFound() {
    assertThat(
            assistant.chat(
                "files",
                "write_file {\"path\": \"/workspace/src/a.py\", \"content\": \"x = 1\\ny = 1\\n\"}"))
        .isEqualTo("Wrote /workspace/src/a.py");
    assertThat(
            assistant.chat(
                "files",
                "edit_file {\"path\": \"/workspace/src/a.py\", \"oldText\": \"x = 1\","
                    + " \"newText\": \"x = 2\"}"))
        .isEqualTo("Replaced it in /workspace/src/a.py");
    assertThat(assistant.chat("files", "read_file {\"path\": \"/workspace/src/a.py\"}"))
        .isEqualTo("x = 2\ny = 1\n");
    assertThat(
            assistant.chat("files", "read_file {\"path\": \"/workspace/src/a.py\", \"limit\": 1}"))
        .isEqualTo("x = 2\n[the file has 2 lines; go on with offset 1]");
    assertThat(
            assistant.chat("files", "find_files {\"pattern\": \"*.py\", \"path\": \"/workspace\"}"))
        .isEqualTo("/workspace/src/a.py");
    assertThat(
            assistant.chat("files", "search_files {\"text\": \"y = \", \"path\": \"/workspace\"}"))
        .isEqualTo("/workspace/src/a.py:2:y = 1");
    assertThat(assistant.chat("files", "list_files {\"path\": \"/workspace/src\"}"))
        .isEqualTo("file 12 /workspace/src/a.py");
  }

  @Test
  void whatGoesWrongIsAnAnswer() {
    assertThat(assistant.chat("wrong", "read_file {\"path\": \"/none\"}"))
        .startsWith("Error: no such file: /none");
    assertThat(assistant.chat("wrong", "read_file {\"path\": \"none\"}"))
        .startsWith("Error: path: 'none' cannot be used");
    assertThat(assistant.chat("wrong", "run_command {\"command\": \"ls\", \"timeoutSeconds\": 0}"))
        .startsWith("Error: timeout");
    assertThat(run("wrong", " ")).startsWith("Error: command");
  }

  @Test
  void commandIsKilledInTimeAndItsOutputKept() {
    assertThat(
            assistant.chat(
                "late",
                "run_command {\"command\": \"echo half; sleep 60\", \"timeoutSeconds\": 1}"))
        .startsWith("half\n[time ran out after 1 s");
  }

  @Test
  void outputIsBounded() {
    assertThat(run("long", "seq 1 100000"))
        .hasSizeLessThan(ToolLimits.DEFAULT.outputBytes() + 200)
        .contains("more bytes of output were left out");
  }

  @Test
  void modelIsToldThatTheSandboxIsANewOne() {
    run("gone", "echo > note");
    sandpool.sandboxes().delete(sandpool.sandboxes().getOrCreate("gone").sandbox().id());

    assertThat(run("gone", "ls")).startsWith("[The sandbox is a new one: ").endsWith("[no output]");
  }

  @Test
  void conversationIsNotForTheModelToChoose() {
    run("a", "true");

    assertThat(model.tools())
        .extracting(ToolSpecification::name)
        .containsExactlyInAnyOrder(
            "run_command",
            "read_file",
            "write_file",
            "edit_file",
            "list_files",
            "find_files",
            "search_files");
    assertThat(model.tools())
        .allSatisfy(
            tool ->
                assertThat(tool.parameters().properties().keySet())
                    .isNotEmpty()
                    .doesNotContain("memoryId"));
    ToolSpecification shell =
        model.tools().stream().filter(one -> one.name().equals("run_command")).findFirst().get();
    assertThat(shell.parameters().required()).containsExactly("command");
  }

  @Test
  void serviceWithoutConversationIsRefusedButForOneSandbox() {
    Forgetful refused =
        AiServices.builder(Forgetful.class)
            .chatModel(model)
            .tools(SandboxTools.perConversation(sandpool.sandboxes()))
            .build();
    assertThat(refused.chat("run_command {\"command\": \"ls\"}"))
        .startsWith("Error: memoryId")
        .contains("@MemoryId");

    try (Sandbox sandbox = sandpool.sandboxes().create()) {
      Forgetful one =
          AiServices.builder(Forgetful.class)
              .chatModel(model)
              .tools(SandboxTools.in(sandbox))
              .build();
      assertThat(one.chat("run_command {\"command\": \"echo hi > note\"}"))
          .isEqualTo("[no output]");
      assertThat(sandbox.files().read("/workspace/note")).isEqualTo("hi\n");
    }
  }

  @Test
  void codeRunsInASandboxOfItsOwn() {
    SandboxCodeEngine engine =
        SandboxCodeEngine.perCall(
            sandpool.sandboxes(),
            CreateRequest.of("default"),
            Interpreter.PYTHON,
            ToolLimits.DEFAULT);
    int before = sandpool.sandboxes().list().size();

    assertThat(engine.execute("open('note', 'w').write('x'); print(6 * 7)")).isEqualTo("42\n");
    assertThat(engine.execute("open('note')"))
        .contains("FileNotFoundError")
        .endsWith("[exit code 1]");
    assertThat(sandpool.sandboxes().list()).hasSize(before);
  }

  @Test
  void codeRunsInOneSandboxWhereThatIsWanted() {
    try (Sandbox sandbox = sandpool.sandboxes().create()) {
      SandboxCodeEngine engine =
          SandboxCodeEngine.in(sandbox, Interpreter.SHELL, new ToolLimits(10, 1, 1));

      assertThat(engine.execute("echo \"it's\" > note")).isEqualTo("[no output]");
      assertThat(engine.execute("cat note")).isEqualTo("it's\n");
      assertThat(engine.execute("seq 1 100")).hasSizeLessThan(150).contains("left out");
    }
  }

  @Test
  void callsOfOneConversationSideBySideMeetInOneSandbox() {
    IntStream.range(0, 8).parallel().forEach(i -> run("busy", "echo " + i + " >> log"));

    assertThat(run("busy", "sort log | tr '\\\\n' ' '")).isEqualTo("0 1 2 3 4 5 6 7 ");
  }
}
