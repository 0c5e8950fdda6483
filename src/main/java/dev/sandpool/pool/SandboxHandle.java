package dev.sandpool.pool;

import dev.sandpool.ExecFailedException;
import dev.sandpool.ExecRequest;
import dev.sandpool.ExecResult;
import dev.sandpool.OutputListener;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Outcome;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxProcesses;
import dev.sandpool.Terminal;
import dev.sandpool.TerminalListener;
import dev.sandpool.TerminalRequest;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.Stdin;
import dev.sandpool.backend.exec.TerminalCommand;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/** What an application holds of a sandbox, until it closes it. */
final class SandboxHandle implements Sandbox {

  private final ManagedSandbox sandbox;
  private final SandboxFiles files;
  private final Function<Sandbox, SandboxProcesses> processes;
  private final ExecLimits limits;
  private final Tenancy tenancy;
  private final Consumer<ManagedSandbox> onClose;
  private final Executor applications;
  private final Consumer<SandboxEvent> events;
  private final AtomicBoolean closed = new AtomicBoolean();

  SandboxHandle(
      ManagedSandbox sandbox,
      SandboxFiles files,
      Function<Sandbox, SandboxProcesses> processes,
      ExecLimits limits,
      Tenancy tenancy,
      Consumer<ManagedSandbox> onClose,
      Executor applications,
      Consumer<SandboxEvent> events) {
    this.sandbox = sandbox;
    this.files = files;
    this.processes = processes;
    this.limits = limits;
    this.tenancy = tenancy;
    this.onClose = onClose;
    this.applications = applications;
    this.events = events;
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
    CompletableFuture<ExecResult> result = run(request, listener);
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

  /**
   * What an application does when a command ends is not done by the thread that reads from the
   * sandbox: that would wait for itself if it ran another command there.
   */
  @Override
  public CompletionStage<ExecResult> executeAsync(ExecRequest request, OutputListener listener) {
    CompletableFuture<ExecResult> result = run(request, listener);
    CompletableFuture<ExecResult> handedOn =
        result.whenCompleteAsync((value, error) -> {}, applications);
    handedOn.whenComplete(
        (value, error) -> {
          if (handedOn.isCancelled()) {
            result.cancel(true);
          }
        });
    return handedOn;
  }

  private CompletableFuture<ExecResult> run(ExecRequest request, OutputListener listener) {
    long start = System.nanoTime();
    OutputCapture capture = new OutputCapture(limits.output(request));
    RunningCommand running = open().start(command(request), sink(capture, listener));
    CompletableFuture<ExecResult> result = running.end().thenApply(capture::result);
    result.whenComplete(
        (value, error) -> {
          if (result.isCancelled()) {
            running.cancel();
          }
          tell(outcome(value, result.isCancelled()), System.nanoTime() - start);
        });
    return result;
  }

  private void tell(Outcome outcome, long nanos) {
    events.accept(
        new SandboxEvent.Executed(
            sandbox.info().spec(), sandbox.id(), outcome, Duration.ofNanos(nanos)));
  }

  private static Outcome outcome(ExecResult result, boolean cancelled) {
    if (cancelled) {
      return Outcome.CANCELLED;
    }
    return result == null ? Outcome.ERROR : Outcome.of(result);
  }

  @Override
  public Terminal openTerminal(TerminalRequest request, TerminalListener listener) {
    return open()
        .openTerminal(
            new TerminalCommand(
                request.command().orElse(""),
                request.workingDirectory().orElse(""),
                request.environment(),
                request.size()),
            listener);
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
  public SandboxInfo renew(Optional<Duration> ttl) {
    tenancy.renew(open(), ttl);
    return info();
  }

  @Override
  public void suspend() {
    open().suspend();
  }

  @Override
  public void resume() {
    open().resume();
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
