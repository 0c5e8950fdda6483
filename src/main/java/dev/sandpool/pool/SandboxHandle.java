package dev.sandpool.pool;

import dev.sandpool.ExecFailedException;
import dev.sandpool.ExecRequest;
import dev.sandpool.ExecResult;
import dev.sandpool.OutputListener;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxProcesses;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.Stdin;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/** What an application holds of a sandbox, until it closes it. */
final class SandboxHandle implements Sandbox {

  private final ManagedSandbox sandbox;
  private final SandboxFiles files;
  private final Function<Sandbox, SandboxProcesses> processes;
  private final ExecLimits limits;
  private final Consumer<ManagedSandbox> onClose;
  private final AtomicBoolean closed = new AtomicBoolean();

  SandboxHandle(
      ManagedSandbox sandbox,
      SandboxFiles files,
      Function<Sandbox, SandboxProcesses> processes,
      ExecLimits limits,
      Consumer<ManagedSandbox> onClose) {
    this.sandbox = sandbox;
    this.files = files;
    this.processes = processes;
    this.limits = limits;
    this.onClose = onClose;
  }

  @Override
  public String id() {
    return sandbox.id();
  }

  @Override
  public SandboxInfo info() {
    return open().info();
  }

  @Override
  public ExecResult execute(ExecRequest request, OutputListener listener) {
    CompletableFuture<ExecResult> result = executeAsync(request, listener).toCompletableFuture();
    try {
      return result.get();
    } catch (InterruptedException e) {
      result.cancel(true);
      Thread.currentThread().interrupt();
      throw new ExecFailedException("Interrupted while waiting for a command; it was stopped", e);
    } catch (ExecutionException e) {
      throw rethrown(e.getCause());
    }
  }

  @Override
  public CompletionStage<ExecResult> executeAsync(ExecRequest request, OutputListener listener) {
    OutputCapture capture = new OutputCapture(limits.output(request));
    RunningCommand running = open().start(command(request), sink(capture, listener));
    CompletableFuture<ExecResult> result = running.end().thenApply(capture::result);
    result.whenComplete(
        (value, error) -> {
          if (result.isCancelled()) {
            running.cancel();
          }
        });
    return result;
  }

  @Override
  public SandboxFiles files() {
    open();
    return files;
  }

  @Override
  public SandboxProcesses processes() {
    open();
    return processes.apply(this);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      onClose.accept(sandbox);
    }
  }

  private ManagedSandbox open() {
    if (closed.get()) {
      throw new IllegalStateException(
          "Sandbox " + sandbox.id() + " was closed; create or inject another one");
    }
    return sandbox;
  }

  private ShellCommand command(ExecRequest request) {
    return new ShellCommand(
        request.command(),
        request.workingDirectory().orElse(""),
        request.environment(),
        request.stdin().map(Stdin::of),
        limits.timeout(request));
  }

  private static ByteSink sink(OutputCapture capture, OutputListener listener) {
    if (listener == OutputListener.NONE) {
      return capture;
    }
    ListenerSink live = new ListenerSink(listener);
    return (stream, bytes) -> {
      capture.accept(stream, bytes);
      live.accept(stream, bytes);
    };
  }

  private static RuntimeException rethrown(Throwable error) {
    Throwable cause =
        Optional.ofNullable(error instanceof CompletionException ? error.getCause() : null)
            .orElse(error);
    return cause instanceof RuntimeException known
        ? known
        : new ExecFailedException("The command failed: " + cause.getMessage(), cause);
  }
}
