package dev.sandpool.mcp.tool;

import dev.sandpool.ExecRequest;
import dev.sandpool.InvalidValueException;
import java.util.Map;
import java.util.function.Supplier;

/** Arguments that all tools for commands share. */
final class Commands {

  static final Field COMMAND =
      Field.required("command", Field.Type.STRING, "Script for /bin/sh, of any length.");

  static final Field CWD =
      Field.optional(
          "cwd", Field.Type.STRING, "Absolute path where it starts; else the sandbox's directory.");

  static final Field ENV =
      Field.optional("env", Field.Type.TEXTS, "Variables added to the sandbox's.");

  static final Field STDIN =
      Field.optional("stdin", Field.Type.STRING, "All that it reads from standard input.");

  /** Where the names of tools are not those of Java. */
  private static final Map<String, String> NAMES =
      Map.of("timeout", "timeoutSeconds", "workingDirectory", "cwd", "environment", "env");

  private Commands() {}

  /** A request with what the arguments say of it. */
  static ExecRequest.Builder request(Arguments arguments) {
    ExecRequest.Builder request =
        ExecRequest.builder(arguments.text(COMMAND.name()))
            .environment(arguments.texts(ENV.name()));
    arguments.optionalText(CWD.name()).ifPresent(request::workingDirectory);
    arguments.optionalText(STDIN.name()).ifPresent(request::stdin);
    arguments.seconds("timeoutSeconds").ifPresent(request::timeout);
    return request;
  }

  /** Does something with a request, and names refused values as the model does. */
  static <T> T named(Supplier<T> call) {
    try {
      return call.get();
    } catch (InvalidValueException e) {
      throw e.under(NAMES.getOrDefault(e.field(), e.field()));
    }
  }
}
