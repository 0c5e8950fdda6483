package dev.sandpool.mcp.tool;

import dev.sandpool.Sandbox;
import dev.sandpool.SandboxInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The life of the sandbox itself. */
final class SandboxTools {

  private static final Schema SANDBOX =
      Schema.of(
          Field.required("exists", Field.Type.BOOLEAN, "Whether there is one yet."),
          Field.required("directory", Field.Type.STRING, "Where commands start."),
          Field.optional("id", Field.Type.STRING, "What operators find it by."),
          Field.optional("spec", Field.Type.STRING, "Name of its specification."),
          Field.optional("status", Field.Type.STRING, "Where it is in its life."),
          Field.optional("createdAt", Field.Type.STRING, "When it was made, in UTC."),
          Field.optional(
              "expiresAt", Field.Type.STRING, "When it ends if it is not used, in UTC."));

  private final String directory;

  SandboxTools(String directory) {
    this.directory = directory;
  }

  List<Tool> tools() {
    return List.of(
        new Tool(
            "sandbox_info",
            "Sandbox information",
            "Tells of the sandbox: whether there is one yet, and when it ends.",
            Effect.READS,
            Schema.of(),
            SANDBOX,
            (arguments, visit) -> info(visit.place().current().map(Sandbox::info))),
        new Tool(
            "renew_sandbox",
            "Keep the sandbox longer",
            "Lets the time that the sandbox may live begin again, now.",
            Effect.ADDS,
            Schema.of(
                Field.optional(
                    "ttlSeconds",
                    Field.Type.NUMBER,
                    "Seconds that it may live from now; as many as before unless given.")),
            SANDBOX,
            this::renew),
        new Tool(
            "reset_sandbox",
            "Start over in a new sandbox",
            "Destroys the sandbox with all files and processes, and takes a new one.",
            Effect.CHANGES,
            Schema.of(),
            SANDBOX,
            this::reset),
        new Tool(
            "close_sandbox",
            "Give the sandbox up",
            "Destroys the sandbox with all files and processes when you are done. The next call of"
                + " another tool takes a new one.",
            Effect.SETTLES,
            Schema.of(),
            Schema.of(Field.required("closed", Field.Type.BOOLEAN, "Whether there was one.")),
            (arguments, visit) -> close(visit)));
  }

  private Answer renew(Arguments arguments, Visit visit) {
    return info(Optional.of(visit.sandbox().renew(arguments.seconds("ttlSeconds"))));
  }

  private Answer reset(Arguments arguments, Visit visit) {
    visit.place().end();
    return info(Optional.of(visit.sandbox().info()));
  }

  private static Answer close(Visit visit) {
    boolean closed = visit.place().end();
    return Answer.of(
        closed ? "The sandbox was destroyed" : "There was none", Map.of("closed", closed));
  }

  private Answer info(Optional<SandboxInfo> info) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("exists", info.isPresent());
    content.put("directory", directory);
    info.ifPresent(
        sandbox -> {
          content.put("id", sandbox.id());
          content.put("spec", sandbox.spec());
          content.put("status", sandbox.status().name().toLowerCase(Locale.ROOT));
          content.put("createdAt", sandbox.createdAt().toString());
          sandbox.expiresAt().ifPresent(end -> content.put("expiresAt", end.toString()));
        });
    return Answer.of(info.map(this::text).orElse("There is no sandbox yet"), content);
  }

  private String text(SandboxInfo sandbox) {
    return "Sandbox %s is %s; commands start in %s; it ends %s"
        .formatted(
            sandbox.id(),
            sandbox.status().name().toLowerCase(Locale.ROOT),
            directory,
            sandbox.expiresAt().map(end -> "at " + end + " if it is not used").orElse("never"));
  }
}
