package dev.sandpool.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.CreateRequest;
import dev.sandpool.bootstrap.Sandpool;
import dev.sandpool.bootstrap.SandpoolSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** All tools in real sandboxes on this machine. */
class ToolsIT {

  private static Sandpool sandpool;
  private static Toolbox toolbox;
  private static Workplace place;

  @BeforeAll
  static void start() {
    Map<String, String> given =
        Map.of("sandpool.pool.min-idle", "0", "sandpool.mcp.max-output", "1000");
    SandpoolSettings settings = SandpoolSettings.read(key -> Optional.ofNullable(given.get(key)));
    sandpool = Sandpool.start(settings);
    toolbox = new Toolbox(settings.mcp());
    place = new Workplace(sandpool.sandboxes(), CreateRequest.of("default"));
  }

  @AfterAll
  static void stop() {
    place.close();
    sandpool.close();
  }

  @Test
  void commandsRunWithAllThatIsGivenThem() {
    Answer answer =
        call(
            "execute",
            Map.of(
                "command", "pwd; echo $GREETING; cat; echo oops >&2; exit 3",
                "cwd", "/tmp",
                "env", Map.of("GREETING", "hello"),
                "stdin", "from stdin\n"));

    assertThat(answer.error()).isFalse();
    assertThat(answer.text())
        .contains("/tmp\n", "hello\n", "from stdin\n", "oops\n")
        .endsWith("[exit code 3]");
    assertThat(answer.content()).containsEntry("exitCode", 3);
  }

  @Test
  void commandsAreKilledWhenTheirTimeIsOver() {
    Answer answer =
        call("execute", Map.of("command", "echo begun; sleep 100", "timeoutSeconds", 0.5));

    assertThat(answer.text()).startsWith("begun\n[killed after").endsWith("its time ran out]");
    assertThat(answer.content()).containsEntry("timedOut", true).doesNotContainKey("exitCode");
  }

  @Test
  void interruptStopsACommandForReal() {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    CompletableFuture<Answer> call =
        CompletableFuture.supplyAsync(
            () -> {
              thread.complete(Thread.currentThread());
              try {
                return call("execute", Map.of("command", "echo $$ > /tmp/running; exec sleep 987"));
              } finally {
                Thread.interrupted();
              }
            });
    await().until(() -> text("execute", "command", "cat /tmp/running").matches("(?s)\\d+\n.*"));
    thread.join().interrupt();

    assertThat(call.join().error()).isTrue();
    await()
        .until(
            () ->
                text("execute", "command", "kill -0 $(cat /tmp/running) || echo gone")
                    .contains("gone\n"));
  }

  @Test
  void filesAreWrittenReadEditedMovedAndDeleted() {
    assertThat(call("write_file", Map.of("path", "/workspace/f/a.txt", "content", "one\ntwo\n")))
        .isEqualTo(
            Answer.of(
                "Wrote 8 bytes to /workspace/f/a.txt",
                Map.of("path", "/workspace/f/a.txt", "bytes", 8)));
    assertThat(
            call(
                    "edit_file",
                    Map.of("path", "/workspace/f/a.txt", "oldText", "two", "newText", "2"))
                .content())
        .containsEntry("replacements", 1);
    assertThat(text("read_file", "path", "/workspace/f/a.txt")).isEqualTo("one\n2\n");
    call("move_file", Map.of("from", "/workspace/f/a.txt", "to", "/workspace/f/b.txt"));
    assertThat(text("list_files", "path", "/workspace/f"))
        .isEqualTo("/workspace/f/b.txt (6 bytes)");
    assertThat(call("delete_file", Map.of("path", "/workspace/f")).content())
        .containsEntry("deleted", true);
    assertThat(call("delete_file", Map.of("path", "/workspace/f")).content())
        .containsEntry("deleted", false);

    Answer gone = call("read_file", Map.of("path", "/workspace/f/b.txt"));
    assertThat(gone.error()).isTrue();
    assertThat(gone.text()).contains("no such file: /workspace/f/b.txt");
    assertThat(text("read_file", "path", "a.txt")).contains("give an absolute path");
  }

  @Test
  void longFilesAreReadPageByPage() {
    call("execute", Map.of("command", "seq 1 1000 > /workspace/numbers"));
    StringBuilder all = new StringBuilder();
    Optional<Object> next = Optional.of(0L);
    while (next.isPresent()) {
      Answer page = call("read_file", Map.of("path", "/workspace/numbers", "offset", next.get()));
      assertThat(page.text()).hasSizeLessThan(1100);
      assertThat(page.content()).containsEntry("totalLines", 1000L);
      all.append(page.content().get("content"));
      next = Optional.ofNullable(page.content().get("nextOffset"));
      assertThat(page.text().contains("go on with offset")).isEqualTo(next.isPresent());
    }

    assertThat(all.toString().lines()).hasSize(1000).last().isEqualTo("1000");
    assertThat(text("read_file", "path", "/dev/null")).contains("it is a device");
  }

  @Test
  void emptyFileIsSaidToBeEmpty() {
    call("write_file", Map.of("path", "/workspace/empty", "content", ""));

    assertThat(text("read_file", "path", "/workspace/empty")).isEqualTo("[the file is empty]");
  }

  @Test
  void searchesFindNamesAndLines() {
    call("write_file", Map.of("path", "/workspace/s/x/a.py", "content", "import os\n"));
    call("write_file", Map.of("path", "/workspace/s/b.txt", "content", "an import\n"));

    assertThat(call("glob", Map.of("pattern", "*.py", "path", "/workspace/s")).text())
        .isEqualTo("/workspace/s/x/a.py (10 bytes)");
    assertThat(call("grep", Map.of("text", "import", "path", "/workspace/s")).text())
        .isEqualTo("/workspace/s/b.txt:1: an import\n/workspace/s/x/a.py:1: import os");
    assertThat(
            call("grep", Map.of("text", "import", "path", "/workspace/s", "glob", "*.py"))
                .content())
        .containsEntry(
            "matches",
            List.of(Map.of("path", "/workspace/s/x/a.py", "line", 1L, "text", "import os")));
    assertThat(call("glob", Map.of("pattern", "*.rs")).text())
        .isEqualTo("[no file has such a name]");
    assertThat(
            call("grep", Map.of("text", "import", "path", "/workspace/s", "maxCount", 1)).content())
        .containsEntry("truncated", true);
  }

  @Test
  void listsAreCutWhereTheyAreLong() {
    call("execute", Map.of("command", "mkdir many; cd many; seq 1 200 | xargs touch"));
    Answer answer = call("list_files", Map.of("path", "/workspace/many"));

    assertThat(answer.text()).hasSizeLessThan(1100).contains("[there is more");
    assertThat(answer.content()).containsEntry("truncated", true);
  }

  @Test
  void backgroundProcessesTalkAndStop() {
    Answer started = call("start_process", Map.of("command", "while read l; do echo got $l; done"));
    String id = (String) started.content().get("id");
    call("write_process_input", Map.of("id", id, "input", "a\n"));
    await().until(() -> output(id).contains("got a\n"));
    assertThat(text("list_processes")).contains(id + " (runs)");
    call("write_process_input", Map.of("id", id, "input", "b\n", "end", true));
    await().until(() -> text("read_process_output", "id", id).contains("it has ended"));
    assertThat(output(id)).isEqualTo("got a\ngot b\n");
    assertThat(call("stop_process", Map.of("id", id)).content()).containsEntry("stopped", false);

    String sleeper =
        (String) call("start_process", Map.of("command", "sleep 1000")).content().get("id");
    assertThat(call("stop_process", Map.of("id", sleeper)).content())
        .containsEntry("stopped", true);
    assertThat(text("stop_process", "id", "nobody")).contains("no background process 'nobody'");
  }

  private static String output(String id) {
    return (String) call("read_process_output", Map.of("id", id)).content().get("output");
  }

  @Test
  void sandboxHasAnEndAndCanBeRenewedAndReset() {
    String second;
    try (Workplace other =
        new Workplace(
            sandpool.sandboxes(),
            CreateRequest.of("default").withIdleTtl(Duration.ofMinutes(10)))) {
      toolbox.call(tool("write_file"), Map.of("path", "/workspace/a", "content", "a"), other);
      String first = id(toolbox.call(tool("sandbox_info"), Map.of(), other));
      Answer renewed = toolbox.call(tool("renew_sandbox"), Map.of("ttlSeconds", 60), other);
      assertThat(renewed.content()).containsKey("expiresAt");
      second = id(toolbox.call(tool("reset_sandbox"), Map.of(), other));

      assertThat(second).isNotEqualTo(first);
      assertThat(sandpool.sandboxes().find(first)).isEmpty();
      assertThat(toolbox.call(tool("list_files"), Map.of(), other).text())
          .isEqualTo("[the directory is empty]");
    }
    assertThat(sandpool.sandboxes().find(second)).isEmpty();
  }

  @Test
  void sandboxThatIsGoneIsReplaced() {
    try (Workplace other = new Workplace(sandpool.sandboxes(), CreateRequest.of("default"))) {
      Map<String, Object> command = Map.of("command", "echo here");
      toolbox.call(tool("execute"), command, other);
      String first = id(toolbox.call(tool("sandbox_info"), Map.of(), other));
      sandpool.sandboxes().delete(first);

      Answer lost = toolbox.call(tool("execute"), command, other);
      assertThat(lost.error()).isTrue();
      assertThat(lost.text()).contains("the next call gets a new one");
      assertThat(toolbox.call(tool("execute"), command, other).text()).startsWith("here\n");
      assertThat(id(toolbox.call(tool("sandbox_info"), Map.of(), other))).isNotEqualTo(first);
    }
  }

  @Test
  void sandboxOfAKeyIsThereForTheNextSession() {
    CreateRequest keyed = CreateRequest.keyed("chat 7").withTenant("blue");
    try (Workplace first = new Workplace(sandpool.sandboxes(), keyed)) {
      toolbox.call(tool("write_file"), Map.of("path", "/workspace/a", "content", "a"), first);
    }
    try (Workplace second = new Workplace(sandpool.sandboxes(), keyed);
        Workplace stranger = new Workplace(sandpool.sandboxes(), keyed.withTenant("red"))) {
      assertThat(toolbox.call(tool("list_files"), Map.of(), second).text())
          .isEqualTo("/workspace/a (1 bytes)");
      assertThat(toolbox.call(tool("list_files"), Map.of(), stranger).text())
          .isEqualTo("[the directory is empty]");
      toolbox.call(tool("close_sandbox"), Map.of(), second);
      toolbox.call(tool("close_sandbox"), Map.of(), stranger);
      assertThat(sandpool.sandboxes().list()).allMatch(info -> info.key().isEmpty());
    }
  }

  private static String id(Answer answer) {
    return (String) answer.content().get("id");
  }

  private static String text(String tool, String... argument) {
    return call(tool, argument.length == 0 ? Map.of() : Map.of(argument[0], argument[1])).text();
  }

  private static Answer call(String tool, Map<String, Object> arguments) {
    return toolbox.call(tool(tool), arguments, place);
  }

  private static Tool tool(String name) {
    return toolbox.tools().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
