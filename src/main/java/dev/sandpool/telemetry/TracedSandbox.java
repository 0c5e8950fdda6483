package dev.sandpool.telemetry;

import dev.sandpool.ExecRequest;
import dev.sandpool.ExecResult;
import dev.sandpool.OutputListener;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxFiles;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxProcesses;
import dev.sandpool.Terminal;
import dev.sandpool.TerminalListener;
import dev.sandpool.TerminalRequest;
import io.opentelemetry.api.trace.Span;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A span for each command, from the call to its end. Nothing of the command is in it.
 *
 * @param pool the pool that it is from
 */
record TracedSandbox(Sandbox sandbox, String pool, Spans spans) implements Sandbox {

  @Override
  public String id() {
    return sandbox.id();
  }

  @Override
  public SandboxInfo info() {
    return sandbox.info();
  }

  @Override
  public ExecResult execute(ExecRequest request, OutputListener listener) {
    Span span = start();
    try {
      ExecResult result = Spans.below(span, () -> sandbox.execute(request, listener));
      ExecSpan.ended(span, result);
      return result;
    } catch (RuntimeException e) {
      ExecSpan.failed(span, e);
      throw e;
    }
  }

  /** The caller gets the very stage that the sandbox gave: cancelling that kills the command. */
  @Override
  public CompletionStage<ExecResult> executeAsync(ExecRequest request, OutputListener listener) {
    Span span = start();
    try {
      CompletionStage<ExecResult> end =
          Spans.below(span, () -> sandbox.executeAsync(request, listener));
      end.whenComplete((result, error) -> end(span, result, error));
      return end;
    } catch (RuntimeException e) {
      ExecSpan.failed(span, e);
      throw e;
    }
  }

  @Override
  public Terminal openTerminal(TerminalRequest request, TerminalListener listener) {
    return sandbox.openTerminal(request, listener);
  }

  @Override
  public SandboxFiles files() {
    return sandbox.files();
  }

  @Override
  public SandboxProcesses processes() {
    return sandbox.processes();
  }

  @Override
  public SandboxInfo renew(Optional<Duration> ttl) {
    return sandbox.renew(ttl);
  }

  @Override
  public void suspend() {
    sandbox.suspend();
  }

  @Override
  public void resume() {
    sandbox.resume();
  }

  @Override
  public void close() {
    sandbox.close();
  }

  private Span start() {
    Span span = spans.start("sandpool.exec", pool);
    span.setAttribute(Names.SANDBOX, sandbox.id());
    return span;
  }

  private static void end(Span span, ExecResult result, Throwable error) {
    if (error == null) {
      ExecSpan.ended(span, result);
    } else {
      ExecSpan.failed(span, error);
    }
  }
}
