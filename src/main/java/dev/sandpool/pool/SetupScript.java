package dev.sandpool.pool;

import dev.sandpool.SandboxException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/** Runs a specification's set-up script in a new sandbox. */
final class SetupScript {

  private static final int TAIL_BYTES = 2_000;

  private final SandboxSpec spec;
  private final OutputTail tail = new OutputTail(TAIL_BYTES);

  private SetupScript(SandboxSpec spec) {
    this.spec = spec;
  }

  /**
   * Runs it, if there is one, and waits for its end.
   *
   * @param deadline of the start, as {@link System#nanoTime} counts
   * @throws SandboxStartException if it fails or takes too long; the sandbox is destroyed
   */
  static void run(SandboxSpec spec, ManagedSandbox sandbox, long deadline) {
    spec.setupScript()
        .ifPresent(
            script -> {
              try {
                new SetupScript(spec).run(script, sandbox, deadline - System.nanoTime());
              } catch (RuntimeException e) {
                discard(sandbox, e);
                throw e;
              }
            });
  }

  private void run(String script, ManagedSandbox sandbox, long nanos) {
    // A timeout of nothing would mean none; the shortest one ends the script at once.
    Duration left = Duration.ofNanos(Math.max(nanos, 1));
    ShellCommand command = new ShellCommand(script, "", Map.of(), Optional.empty(), left);
    check(await(sandbox.start(command, tail)));
  }

  private CommandEnd await(RunningCommand running) {
    try {
      return running.end().get();
    } catch (ExecutionException e) {
      throw failed("could not be run (" + e.getCause().getMessage() + ")", e.getCause());
    } catch (InterruptedException e) {
      running.cancel();
      Thread.currentThread().interrupt();
      throw new SandboxException("Interrupted while a sandbox was being set up", e);
    }
  }

  private void check(CommandEnd end) {
    if (end.timedOut()) {
      throw failed(
          "was not done within sandpool.spec.startup-timeout, %d s"
              .formatted(spec.startupTimeout().toSeconds()),
          null);
    }
    if (end.exitCode().isEmpty()) {
      throw failed("ended, and nobody knows how", null);
    }
    if (end.exitCode().getAsInt() != 0) {
      throw failed("failed with exit code " + end.exitCode().getAsInt(), null);
    }
  }

  private SandboxStartException failed(String how, Throwable cause) {
    String output =
        tail.text().isEmpty() ? "it printed nothing" : "its last output: " + tail.text();
    return new SandboxStartException(
        "The set-up script of specification '%s' %s; %s".formatted(spec.name(), how, output),
        cause);
  }

  private static void discard(ManagedSandbox sandbox, RuntimeException error) {
    try {
      sandbox.destroy();
    } catch (RuntimeException e) {
      error.addSuppressed(e);
    }
  }
}
