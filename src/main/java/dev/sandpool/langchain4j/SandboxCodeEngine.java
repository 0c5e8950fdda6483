package dev.sandpool.langchain4j;

import dev.langchain4j.code.CodeExecutionEngine;
import dev.sandpool.CreateRequest;
import dev.sandpool.ExecRequest;
import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import java.util.function.Function;

/**
 * Runs code in a sandbox. The answer is what the code printed, and how it failed if it did. May be
 * used by any number of threads; each call blocks until the code has ended.
 */
public final class SandboxCodeEngine implements CodeExecutionEngine {

  private final Function<Function<Sandbox, String>, String> source;
  private final Interpreter interpreter;
  private final ToolLimits limits;

  private SandboxCodeEngine(
      Function<Function<Sandbox, String>, String> source,
      Interpreter interpreter,
      ToolLimits limits) {
    this.source = source;
    this.interpreter = interpreter;
    this.limits = limits;
  }

  /** Runs code in one sandbox, where what it writes stays; who made the sandbox closes it. */
  public static SandboxCodeEngine in(Sandbox sandbox, Interpreter interpreter, ToolLimits limits) {
    return new SandboxCodeEngine(work -> work.apply(sandbox), interpreter, limits);
  }

  /**
   * Runs each code in a sandbox of its own, which ends with it: nothing is left of one run for the
   * next, whoever asks for that.
   *
   * @param request without a key
   */
  public static SandboxCodeEngine perCall(
      Sandboxes sandboxes, CreateRequest request, Interpreter interpreter, ToolLimits limits) {
    return new SandboxCodeEngine(
        work -> {
          try (Sandbox sandbox = sandboxes.create(request)) {
            return work.apply(sandbox);
          }
        },
        interpreter,
        limits);
  }

  @Override
  public String execute(String code) {
    return ToolAnswer.of(() -> source.apply(sandbox -> run(sandbox, code)));
  }

  private String run(Sandbox sandbox, String code) {
    return CommandAnswer.of(
        sandbox.execute(
            ExecRequest.builder(interpreter.command())
                .stdin(code)
                .maxOutputBytes(limits.outputBytes())
                .build()));
  }
}
