package dev.sandpool.files;

import dev.sandpool.ExecFailedException;
import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.Stdin;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.function.BiFunction;

/** Runs scripts about one path each, and waits for them. */
final class ScriptRunner {

  private final BiFunction<ShellCommand, ByteSink, RunningCommand> start;
  private final String directory;
  private final Duration timeout;

  ScriptRunner(
      BiFunction<ShellCommand, ByteSink, RunningCommand> start,
      String directory,
      Duration timeout) {
    this.start = start;
    this.directory = directory;
    this.timeout = timeout;
  }

  /**
   * What to run.
   *
   * @param script one of {@link Script}
   * @param path the file it is about; the script's {@code sp_path}
   * @param variables what else the script reads
   * @param stdin its standard input
   */
  record Call(String script, String path, Map<String, String> variables, Optional<Stdin> stdin) {

    static Call of(String script, String path, Map<String, String> variables) {
      return new Call(script, path, variables, Optional.empty());
    }

    Call with(Stdin input) {
      return new Call(script, path, variables, Optional.of(input));
    }

    Map<String, String> environment() {
      Map<String, String> all = new HashMap<>(variables);
      all.put("sp_path", path);
      return all;
    }
  }

  /**
   * Runs a script and writes its output to a stream, on this thread.
   *
   * @throws IOException what {@code target}, or the source of standard input, threw
   */
  ScriptEnd run(Call call, OutputStream target) throws IOException {
    Handoff handoff = new Handoff();
    RunningCommand running = start.apply(command(call), handoff);
    running.end().whenComplete((end, error) -> handoff.end());
    try {
      handoff.drainTo(target);
      CommandEnd end = running.end().get();
      if (end.timedOut()) {
        throw outOfTime(call.path());
      }
      return new ScriptEnd(end.exitCode(), handoff.words());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExecFailedException(
          "This thread was interrupted while it waited for " + call.path() + " in the sandbox", e);
    } catch (CancellationException e) {
      throw new ExecFailedException("The transfer of " + call.path() + " was cancelled", e);
    } catch (ExecutionException e) {
      throw thrown(e.getCause());
    } finally {
      handoff.end();
      if (!running.end().isDone()) {
        running.cancel();
      }
    }
  }

  /** Runs a script that says nothing on standard output. */
  ScriptEnd run(Call call) {
    try {
      return run(call, OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new ExecFailedException("The script for " + call.path() + " got no input", e);
    }
  }

  /** Starts a script and returns at once. */
  RunningCommand start(Call call) {
    return start.apply(command(call), (stream, bytes) -> {});
  }

  /**
   * Removes what a script left that did not end by itself. A failure of this is nobody's to hear:
   * the one that brought us here is the one to tell, and with a lost sandbox the files are gone.
   */
  void cleanUp(Call call) {
    if (Thread.currentThread().isInterrupted()) {
      start(call);
      return;
    }
    try {
      run(call);
    } catch (RuntimeException e) {
      // As said.
    }
  }

  private ShellCommand command(Call call) {
    return new ShellCommand(call.script(), directory, call.environment(), call.stdin(), timeout);
  }

  private FileAccessException outOfTime(String path) {
    return new FileAccessException(
        Reason.FAILED,
        path,
        "not done within "
            + timeout.toMillis() / 1000.0
            + " s, so it was stopped and undone; allow more time for files of this size");
  }

  /** The back end's exceptions are for the caller as they are. */
  private static RuntimeException thrown(Throwable cause) throws IOException {
    if (cause instanceof IOException failure) {
      throw failure;
    }
    if (cause instanceof RuntimeException failure) {
      return failure;
    }
    return new ExecFailedException("The command for a file operation failed: " + cause, cause);
  }
}
