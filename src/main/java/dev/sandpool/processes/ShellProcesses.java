package dev.sandpool.processes;

import dev.sandpool.ExecFailedException;
import dev.sandpool.ExecRequest;
import dev.sandpool.ExecResult;
import dev.sandpool.InvalidValueException;
import dev.sandpool.ProcessInfo;
import dev.sandpool.ProcessNotFoundException;
import dev.sandpool.ProcessOutput;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxProcesses;
import dev.sandpool.backend.SandboxIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@link SandboxProcesses} by scripts, run as ordinary commands of a sandbox. */
public final class ShellProcesses implements SandboxProcesses {

  private static final Duration BOUND = Duration.ofSeconds(10);
  private static final int NOT_FOUND = 80;
  private static final int ENDED = 81;

  private final Sandbox sandbox;

  /** The processes of a sandbox. */
  public ShellProcesses(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  @Override
  public ProcessInfo start(ExecRequest request) {
    refuseBounds(request);
    request.environment().keySet().forEach(ShellProcesses::refuseOwnName);
    String id = SandboxIds.next().substring("sp-".length());
    ExecRequest.Builder start =
        ExecRequest.builder(Script.START)
            .environment(request.environment())
            .environment("sp_id", id)
            .stdin(request.command())
            .timeout(BOUND);
    request.workingDirectory().ifPresent(start::workingDirectory);
    succeed(id, sandbox.execute(start.build()));
    if (request.stdin().isPresent()) {
      write(id, request.stdin().get());
      endInput(id);
    }
    return find(id).orElseThrow(() -> new ProcessNotFoundException(id));
  }

  @Override
  public Optional<ProcessInfo> find(String id) {
    return isValid(id)
        ? Listing.read(run(id, Script.LIST, Map.of())).stream().findFirst()
        : Optional.empty();
  }

  @Override
  public List<ProcessInfo> list() {
    return Listing.read(run("*", Script.LIST, Map.of()));
  }

  @Override
  public ProcessOutput output(String id, long offset, int limit) {
    if (offset < 0) {
      throw new InvalidValueException("offset", offset, "give 0 or more bytes to skip");
    }
    if (limit < 1 || limit > MAX_OUTPUT_BYTES) {
      throw new InvalidValueException(
          "limit", limit, "give 1 to " + MAX_OUTPUT_BYTES + " bytes; read on from nextOffset");
    }
    ExecResult result =
        run(id, Script.OUTPUT, Map.of("sp_offset", "" + offset, "sp_limit", "" + limit));
    byte[] bytes = result.stdoutBytes();
    String[] state = result.stderr().strip().split(" ", 2);
    long next = offset + bytes.length;
    boolean last = state[0].equals("ended") && next >= Long.parseLong(state[1]);
    return new ProcessOutput(bytes, next, last);
  }

  @Override
  public void write(String id, byte[] input) {
    ExecResult result = sandbox.execute(request(id, Script.WRITE, Map.of()).stdin(input).build());
    if (result.timedOut()) {
      throw new ExecFailedException(
          "Process " + id + " does not read its input; part of what was written may be lost");
    }
    succeed(id, result);
  }

  @Override
  public void endInput(String id) {
    run(id, Script.END_INPUT, Map.of());
  }

  @Override
  public boolean stop(String id) {
    ExecResult result = sandbox.execute(request(id, Script.STOP, Map.of()).build());
    if (is(result, ENDED)) {
      return false;
    }
    succeed(id, result);
    return true;
  }

  private ExecResult run(String id, String script, Map<String, String> variables) {
    ExecResult result = sandbox.execute(request(id, script, variables).build());
    succeed(id, result);
    return result;
  }

  private ExecRequest.Builder request(String id, String script, Map<String, String> variables) {
    if (!id.equals("*") && !isValid(id)) {
      throw new ProcessNotFoundException(id);
    }
    return ExecRequest.builder(script)
        .environment(variables)
        .environment("sp_id", id)
        .maxOutputBytes(2L * MAX_OUTPUT_BYTES)
        .timeout(BOUND);
  }

  private static void succeed(String id, ExecResult result) {
    if (is(result, NOT_FOUND)) {
      throw new ProcessNotFoundException(id);
    }
    if (!result.succeeded()) {
      String words = new String(result.stderrBytes(), StandardCharsets.UTF_8).strip();
      throw new ExecFailedException(
          "The background process could not be served"
              + (result.timedOut() ? " in " + BOUND.toSeconds() + " s" : "")
              + (words.isEmpty() ? "" : ": " + words));
    }
  }

  private static boolean is(ExecResult result, int status) {
    return result.exitCode().isPresent() && result.exitCode().getAsInt() == status;
  }

  private static boolean isValid(String id) {
    return SandboxIds.isValid("sp-" + id);
  }

  private static void refuseBounds(ExecRequest request) {
    if (request.timeout().isPresent()) {
      throw new InvalidValueException(
          "timeout", request.timeout().get(), "leave it out; a background process is stopped");
    }
    if (request.maxOutputBytes().isPresent()) {
      throw new InvalidValueException(
          "maxOutputBytes",
          request.maxOutputBytes().getAsLong(),
          "leave it out; the output of a background process is read piece by piece");
    }
  }

  private static void refuseOwnName(String variable) {
    if (variable.startsWith("sp_")) {
      throw new InvalidValueException(
          "environment", variable, "name variables without sp_ in front; those are Sandpool's");
    }
  }
}
