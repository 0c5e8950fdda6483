package dev.sandpool.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.sandpool.ExecRequest;
import dev.sandpool.FileInfo;
import dev.sandpool.Matches;
import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Tools for a model: a shell and the files of a sandbox.
 *
 * <pre>{@code
 * Assistant assistant =
 *     AiServices.builder(Assistant.class)
 *         .chatModel(model)
 *         .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(50))
 *         .tools(SandboxTools.perConversation(sandboxes))
 *         .build();
 * }</pre>
 *
 * <p>Answers are text of a bounded length. What goes wrong is an answer too, in words that a model
 * can act on, so that it goes on with the conversation. May be used by any number of threads; each
 * call blocks until it is done.
 */
public final class SandboxTools {

  private final SandboxSource source;
  private final ToolLimits limits;
  private final ListAnswer list;

  private SandboxTools(SandboxSource source, ToolLimits limits) {
    this.source = source;
    this.limits = limits;
    this.list = new ListAnswer(limits);
  }

  /** Tools for one sandbox, whatever the conversation; who made it closes it. */
  public static SandboxTools in(Sandbox sandbox) {
    return in(sandbox, ToolLimits.DEFAULT);
  }

  /** The same with limits. */
  public static SandboxTools in(Sandbox sandbox, ToolLimits limits) {
    return new SandboxTools((memoryId, work) -> work.apply(sandbox), limits);
  }

  /**
   * Tools for a sandbox of each conversation, of the default specification: the same for the same
   * {@code @MemoryId}, on any replica, and never that of another one.
   */
  public static SandboxTools perConversation(Sandboxes sandboxes) {
    return perConversation(sandboxes, ConversationRequests.BY_MEMORY_ID, ToolLimits.DEFAULT);
  }

  /** The same with sandboxes of one's choice, and limits. */
  public static SandboxTools perConversation(
      Sandboxes sandboxes, ConversationRequests requests, ToolLimits limits) {
    return new SandboxTools(new KeptSandboxes(sandboxes, requests), limits);
  }

  /** Runs a command. */
  @Tool(
      name = "run_command",
      value =
          "Runs a shell command in an isolated Linux sandbox and returns its output, standard"
              + " error included. Each command starts in the working directory; files stay from"
              + " one call to the next, variables and the current directory do not.")
  public String runCommand(
      @P("the command, for /bin/sh; may have several lines") String command,
      @P(value = "seconds after which it is killed", required = false) Integer timeoutSeconds,
      @ToolMemoryId Object memoryId) {
    return answer(
        memoryId,
        sandbox -> {
          ExecRequest.Builder request =
              ExecRequest.builder(command).maxOutputBytes(limits.outputBytes());
          Optional.ofNullable(timeoutSeconds).map(Duration::ofSeconds).ifPresent(request::timeout);
          return CommandAnswer.of(sandbox.execute(request.build()));
        });
  }

  /** Reads lines of a file. */
  @Tool(name = "read_file", value = "Reads lines of a UTF-8 text file in the sandbox.")
  public String readFile(
      @P("absolute path") String path,
      @P(value = "how many lines to skip, from 0", required = false) Integer offset,
      @P(value = "how many lines to return at most", required = false) Integer limit,
      @ToolMemoryId Object memoryId) {
    int skipped = offset == null ? 0 : offset;
    int lines = limit == null ? limits.lines() : Math.min(limit, limits.lines());
    return answer(
        memoryId,
        sandbox ->
            PageAnswer.of(
                sandbox.files().read(path, skipped, lines), skipped, limits.outputBytes()));
  }

  /** Writes a file. */
  @Tool(
      name = "write_file",
      value =
          "Writes a UTF-8 text file in the sandbox, replacing what is there; missing parent"
              + " directories are made.")
  public String writeFile(
      @P("absolute path") String path,
      @P("the whole content") String content,
      @ToolMemoryId Object memoryId) {
    return answer(
        memoryId,
        sandbox -> {
          sandbox.files().write(path, content);
          return "Wrote " + path;
        });
  }

  /** Replaces text in a file. */
  @Tool(
      name = "edit_file",
      value = "Replaces a text in a file of the sandbox. The text must be there exactly once.")
  public String editFile(
      @P("absolute path") String path,
      @P("the text to replace, exactly as it is in the file") String oldText,
      @P("the text to put there") String newText,
      @P(value = "replace it everywhere, however often it is there", required = false)
          Boolean replaceAll,
      @ToolMemoryId Object memoryId) {
    return answer(
        memoryId,
        sandbox -> {
          boolean all = Boolean.TRUE.equals(replaceAll);
          int count = sandbox.files().edit(path, oldText, newText, all);
          return "Replaced it in " + path + (count == 1 ? "" : ", " + count + " times");
        });
  }

  /** Lists a directory. */
  @Tool(
      name = "list_files",
      value = "Lists a directory of the sandbox: type, size in bytes and path of each entry.")
  public String listFiles(@P("absolute path") String path, @ToolMemoryId Object memoryId) {
    return answer(
        memoryId,
        sandbox -> {
          List<FileInfo> entries = sandbox.files().list(path);
          return list.of(entries, SandboxTools::entry, false);
        });
  }

  /** Finds files by name. */
  @Tool(
      name = "find_files",
      value =
          "Finds files of the sandbox by a pattern such as *.py, for names at any depth, or"
              + " src/**/*.py, for paths below the directory.")
  public String findFiles(
      @P("the pattern") String pattern,
      @P("absolute path of the directory") String path,
      @ToolMemoryId Object memoryId) {
    return answer(
        memoryId,
        sandbox -> {
          Matches<FileInfo> found = sandbox.files().glob(pattern, path);
          return list.of(found.matches(), FileInfo::path, found.truncated());
        });
  }

  /** Finds lines by a text in them. */
  @Tool(
      name = "search_files",
      value =
          "Finds a literal text in files of the sandbox; returns path, number and text of each"
              + " line that has it.")
  public String searchFiles(
      @P("the text, not a regular expression") String text,
      @P("absolute path of a directory or file") String path,
      @P(value = "pattern for the names of files to look into, such as *.py", required = false)
          String glob,
      @ToolMemoryId Object memoryId) {
    return answer(
        memoryId,
        sandbox -> {
          var found =
              sandbox
                  .files()
                  .grep(text, path, Optional.ofNullable(glob).orElse(""), limits.matches());
          return list.of(
              found.matches(),
              match -> match.path() + ":" + match.line() + ":" + match.text(),
              found.truncated());
        });
  }

  private String answer(Object memoryId, Function<Sandbox, String> work) {
    return ToolAnswer.of(() -> source.use(memoryId, work));
  }

  private static String entry(FileInfo file) {
    return file.type().name().toLowerCase(Locale.ROOT) + " " + file.size() + " " + file.path();
  }
}
