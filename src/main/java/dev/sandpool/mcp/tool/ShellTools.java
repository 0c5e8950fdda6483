package dev.sandpool.mcp.tool;

import dev.sandpool.ExecRequest;
import dev.sandpool.ExecResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Commands, run to their end. */
final class ShellTools {

  /** Most clients give up on a call after minutes; what takes longer belongs in the background. */
  private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(2);

  private static final Schema INPUT =
      Schema.of(
          Commands.COMMAND,
          Field.optional(
              "timeoutSeconds",
              Field.Type.NUMBER,
              "After so many seconds it is killed with all that it started; 120 unless given."),
          Commands.CWD,
          Commands.ENV,
          Commands.STDIN);

  private static final Schema OUTPUT =
      Schema.of(
          Field.required(
              "output",
              Field.Type.STRING,
              "Standard output and error as they came, the middle left out where it is long."),
          Field.optional(
              "exitCode", Field.Type.INTEGER, "Left out where it did not end by itself."),
          Field.required("timedOut", Field.Type.BOOLEAN, "Whether its time ran out."),
          Field.required("oomKilled", Field.Type.BOOLEAN, "Whether memory ran out."),
          Field.required(
              "omittedCharacters", Field.Type.INTEGER, "How much of the output is left out."),
          Field.required("durationMillis", Field.Type.INTEGER, "From its start to its end."));

  private final Excerpts excerpts;

  ShellTools(Excerpts excerpts) {
    this.excerpts = excerpts;
  }

  List<Tool> tools() {
    return List.of(
        new Tool(
            "execute",
            "Run a command",
            "Runs a shell command in the sandbox, waits for its end, and gives its output and exit"
                + " code. Redirect one of the streams to tell them apart. Use start_process for"
                + " servers and whatever takes minutes.",
            Effect.CHANGES,
            INPUT,
            OUTPUT,
            this::execute));
  }

  private Answer execute(Arguments arguments, Visit visit) {
    OutputExcerpt output = excerpts.output();
    ExecResult result =
        Commands.named(
            () -> {
              // The excerpt keeps what is needed, in less memory than the result would.
              ExecRequest request = request(arguments);
              return visit.sandbox().execute(request, output);
            });
    return Answer.of(text(output.text(), result), content(output, result));
  }

  private static ExecRequest request(Arguments arguments) {
    ExecRequest.Builder request = Commands.request(arguments).maxOutputBytes(0);
    if (arguments.seconds("timeoutSeconds").isEmpty()) {
      request.timeout(USUAL_TIMEOUT);
    }
    return request.build();
  }

  private static String text(String output, ExecResult result) {
    String end = output.isEmpty() || output.endsWith("\n") ? "" : "\n";
    return output + end + "[" + status(result) + (output.isEmpty() ? ", no output" : "") + "]";
  }

  private static String status(ExecResult result) {
    String code =
        result.exitCode().isPresent()
            ? "exit code " + result.exitCode().getAsInt()
            : "exit code unknown";
    if (result.timedOut()) {
      return "killed after " + Words.time(result.duration()) + ", as its time ran out";
    }
    return code
        + result.signal().map(signal -> ", ended by " + signal).orElse("")
        + (result.oomKilled() ? ", out of memory" : "");
  }

  private static Map<String, Object> content(OutputExcerpt output, ExecResult result) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("output", output.text());
    result.exitCode().ifPresent(code -> content.put("exitCode", code));
    content.put("timedOut", result.timedOut());
    content.put("oomKilled", result.oomKilled());
    content.put("omittedCharacters", output.omitted());
    content.put("durationMillis", result.duration().toMillis());
    return content;
  }
}
