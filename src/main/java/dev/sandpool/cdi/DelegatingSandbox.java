package dev.sandpool.cdi;

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
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Hands each call to the sandbox of the moment. */
abstract class DelegatingSandbox implements Sandbox {

  /** The sandbox to use; throws where there is none. */
  abstract Sandbox current();

  @Override
  public String id() {
    return current().id();
  }

  @Override
  public SandboxInfo info() {
    return current().info();
  }

  @Override
  public ExecResult execute(ExecRequest request, OutputListener listener) {
    return current().execute(request, listener);
  }

  @Override
  public CompletionStage<ExecResult> executeAsync(ExecRequest request, OutputListener listener) {
    return current().executeAsync(request, listener);
  }

  @Override
  public Terminal openTerminal(TerminalRequest request, TerminalListener listener) {
    return current().openTerminal(request, listener);
  }

  @Override
  public SandboxFiles files() {
    return current().files();
  }

  @Override
  public SandboxProcesses processes() {
    return current().processes();
  }

  @Override
  public SandboxInfo renew(Optional<Duration> ttl) {
    return current().renew(ttl);
  }

  @Override
  public void suspend() {
    current().suspend();
  }

  @Override
  public void resume() {
    current().resume();
  }

  @Override
  public void close() {
    current().close();
  }
}
