package dev.sandpool.security;

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
import dev.sandpool.security.TenantLimits.Place;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** A sandbox that the caller may see; what else it may do with it is asked for each time. */
record CallerSandbox(Sandbox sandbox, Supplier<Access> current) implements Sandbox {

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
    begin(Action.EXEC, request.command());
    Place place = access().place();
    try {
      return sandbox.execute(request, listener);
    } finally {
      place.close();
    }
  }

  /** The caller gets the very stage that the sandbox gave: cancelling that kills the command. */
  @Override
  public CompletionStage<ExecResult> executeAsync(ExecRequest request, OutputListener listener) {
    begin(Action.EXEC, request.command());
    return held(
        () -> sandbox.executeAsync(request, listener), Function.<CompletionStage<?>>identity());
  }

  @Override
  public Terminal openTerminal(TerminalRequest request, TerminalListener listener) {
    begin(Action.TERMINAL, request.command().orElse(""));
    return held(() -> sandbox.openTerminal(request, listener), Terminal::exit);
  }

  /** Holds a place until what was started ends. */
  private <T> T held(Supplier<T> start, Function<? super T, CompletionStage<?>> end) {
    Place place = access().place();
    try {
      T started = start.get();
      end.apply(started).whenComplete((result, error) -> place.close());
      return started;
    } catch (RuntimeException e) {
      place.close();
      throw e;
    }
  }

  @Override
  public SandboxFiles files() {
    access().caller().require(Action.FILE_LIST);
    return new CallerFiles(sandbox.files(), sandbox.id(), current);
  }

  @Override
  public SandboxProcesses processes() {
    access().caller().require(Action.PROCESS_LIST);
    return new CallerProcesses(sandbox.processes(), sandbox.id(), current);
  }

  @Override
  public SandboxInfo renew(Optional<Duration> ttl) {
    begin(Action.RENEW);
    return sandbox.renew(ttl);
  }

  @Override
  public void suspend() {
    begin(Action.SUSPEND);
    sandbox.suspend();
  }

  @Override
  public void resume() {
    begin(Action.RESUME);
    sandbox.resume();
  }

  @Override
  public void close() {
    sandbox.close();
  }

  private void begin(Action action) {
    access().begin(action, Optional.of(sandbox.id()), Optional.empty());
  }

  private void begin(Action action, String subject) {
    access().begin(action, Optional.of(sandbox.id()), Optional.of(subject));
  }

  /** Of the request that this is called in. */
  private Access access() {
    return current.get();
  }
}
