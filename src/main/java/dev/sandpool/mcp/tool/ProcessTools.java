package dev.sandpool.mcp.tool;

import dev.sandpool.ExecRequest;
import dev.sandpool.ProcessInfo;
import dev.sandpool.ProcessOutput;
import dev.sandpool.SandboxProcesses;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Commands in the background. */
final class ProcessTools {

  private static final Field ID =
      Field.required("id", Field.Type.STRING, "As start_process gave it.");

  private static final Schema PROCESS =
      Schema.of(
          Field.required("id", Field.Type.STRING, "What to call it by."),
          Field.required("command", Field.Type.STRING, "The beginning of its command."),
          Field.required("running", Field.Type.BOOLEAN, "Whether it still runs."),
          Field.optional("exitCode", Field.Type.INTEGER, "How it ended, where that is known."),
          Field.required("startedAt", Field.Type.STRING, "When it was started, in UTC."),
          Field.required("outputBytes", Field.Type.INTEGER, "How much it has printed."));

  private final Excerpts excerpts;

  ProcessTools(Excerpts excerpts) {
    this.excerpts = excerpts;
  }

  List<Tool> tools() {
    return List.of(start(), output(), write(), list(), stop());
  }

  private static Tool start() {
    return new Tool(
        "start_process",
        "Start a background process",
        "Starts a shell command in the background and returns at once; for servers and whatever"
            + " takes minutes. It runs until it ends, stop_process, or the end of the sandbox. Read"
            + " what it prints by read_process_output.",
        Effect.CHANGES,
        Schema.of(Commands.COMMAND, Commands.CWD, Commands.ENV, Commands.STDIN),
        PROCESS,
        ProcessTools::start);
  }

  private static Answer start(Arguments arguments, Visit visit) {
    ProcessInfo started =
        Commands.named(
            () -> {
              ExecRequest request = Commands.request(arguments).build();
              return visit.sandbox().processes().start(request);
            });
    return Answer.of("Started process " + started.id(), content(started));
  }

  private Tool output() {
    return new Tool(
        "read_process_output",
        "Read a process's output",
        "Gives what a background process has printed so far, from an offset on. Call it again with"
            + " nextOffset for what comes then.",
        Effect.READS,
        Schema.of(
            ID, Field.optional("offset", Field.Type.INTEGER, "Bytes to skip; 0 unless given.")),
        Schema.of(
            Field.required("output", Field.Type.STRING, "Both streams, as they came."),
            Field.required("nextOffset", Field.Type.INTEGER, "Where the next piece begins."),
            Field.required("ended", Field.Type.BOOLEAN, "Whether it ended and this is the rest.")),
        this::output);
  }

  private Answer output(Arguments arguments, Visit visit) {
    long offset = arguments.number("offset", 0, 0, Long.MAX_VALUE);
    int limit = Math.min(excerpts.most(), SandboxProcesses.MAX_OUTPUT_BYTES);
    ProcessOutput piece = visit.sandbox().processes().output(arguments.text("id"), offset, limit);
    int whole = piece.ended() ? piece.bytes().length : Utf8.whole(piece.bytes());
    String text = new String(piece.bytes(), 0, whole, StandardCharsets.UTF_8);
    long next = piece.nextOffset() - piece.bytes().length + whole;
    return Answer.of(
        text + "\n[" + (piece.ended() ? "it has ended; this is all" : "go on at " + next) + "]",
        Map.of("output", text, "nextOffset", next, "ended", piece.ended()));
  }

  private static Tool write() {
    return new Tool(
        "write_process_input",
        "Write to a process",
        "Writes to the standard input of a background process that was started without stdin. Give"
            + " line ends yourself.",
        Effect.CHANGES,
        Schema.of(
            ID,
            Field.optional("input", Field.Type.STRING, "Text to write."),
            Field.optional("end", Field.Type.BOOLEAN, "Whether its input ends then.")),
        Schema.of(Field.required("bytes", Field.Type.INTEGER, "How much was written.")),
        ProcessTools::write);
  }

  private static Answer write(Arguments arguments, Visit visit) {
    String id = arguments.text("id");
    byte[] input = arguments.text("input", "").getBytes(StandardCharsets.UTF_8);
    SandboxProcesses processes = visit.sandbox().processes();
    if (input.length > 0) {
      processes.write(id, input);
    }
    if (arguments.flag("end")) {
      processes.endInput(id);
    }
    return Answer.of(
        "Wrote " + input.length + " bytes" + (arguments.flag("end") ? ", and the end" : ""),
        Map.of("bytes", input.length));
  }

  private Tool list() {
    return new Tool(
        "list_processes",
        "List background processes",
        "Lists the background processes of the sandbox, ended ones too.",
        Effect.READS,
        Schema.of(),
        Schema.of(
            Field.list("processes", "Oldest first.", PROCESS),
            Field.required("truncated", Field.Type.BOOLEAN, "Whether there are more.")),
        this::list);
  }

  private Answer list(Arguments arguments, Visit visit) {
    List<ProcessInfo> all = visit.sandbox().processes().list();
    List<ProcessInfo> first = excerpts.first(all, each -> shown(each).length());
    boolean cut = first.size() < all.size();
    String text = String.join("\n", first.stream().map(ProcessTools::shown).toList());
    return Answer.of(
        (all.isEmpty() ? "[there are none]" : text) + (cut ? "\n[there are more]" : ""),
        Map.of("processes", first.stream().map(ProcessTools::content).toList(), "truncated", cut));
  }

  private static Tool stop() {
    return new Tool(
        "stop_process",
        "Stop a background process",
        "Stops a background process with all that it started: TERM, and KILL after two seconds.",
        Effect.SETTLES,
        Schema.of(ID),
        Schema.of(Field.required("stopped", Field.Type.BOOLEAN, "False where it had ended.")),
        ProcessTools::stop);
  }

  private static Answer stop(Arguments arguments, Visit visit) {
    boolean stopped = visit.sandbox().processes().stop(arguments.text("id"));
    return Answer.of(
        stopped ? "It was stopped" : "It had ended before", Map.of("stopped", stopped));
  }

  private static String shown(ProcessInfo process) {
    String state = process.running() ? "runs" : "ended";
    String code =
        process.exitCode().isPresent() ? ", exit code " + process.exitCode().getAsInt() : "";
    return process.id() + " (" + state + code + "): " + process.command();
  }

  private static Map<String, Object> content(ProcessInfo process) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("id", process.id());
    content.put("command", process.command());
    content.put("running", process.running());
    process.exitCode().ifPresent(code -> content.put("exitCode", code));
    content.put("startedAt", process.startedAt().toString());
    content.put("outputBytes", process.outputBytes());
    return content;
  }
}
