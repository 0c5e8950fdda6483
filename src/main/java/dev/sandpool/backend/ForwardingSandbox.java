package dev.sandpool.backend;

import dev.sandpool.SandboxInfo;
import dev.sandpool.Terminal;
import dev.sandpool.TerminalListener;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.TerminalCommand;
import java.util.Optional;
import java.util.function.Consumer;

/** Another sandbox, with something added. */
public abstract class ForwardingSandbox implements ManagedSandbox {

  private final ManagedSandbox sandbox;

  /** Forwards all calls. */
  protected ForwardingSandbox(ManagedSandbox sandbox) {
    this.sandbox = sandbox;
  }

  @Override
  public String id() {
    return sandbox.id();
  }

  @Override
  public SandboxInfo info() {
    return sandbox.info();
  }

  @Override
  public void offer() {
    sandbox.offer();
  }

  @Override
  public void claim(Terms terms) {
    sandbox.claim(terms);
  }

  @Override
  public Tenure tenure() {
    return sandbox.tenure();
  }

  @Override
  public boolean renew(Tenure seen, Tenure next) {
    return sandbox.renew(seen, next);
  }

  @Override
  public boolean expire(Tenure seen, String why) {
    return sandbox.expire(seen, why);
  }

  @Override
  public Optional<String> lost() {
    return sandbox.lost();
  }

  @Override
  public boolean isTaken() {
    return sandbox.isTaken();
  }

  @Override
  public void requireUsable() {
    sandbox.requireUsable();
  }

  @Override
  public void onLost(Consumer<String> listener) {
    sandbox.onLost(listener);
  }

  @Override
  public RunningCommand start(ShellCommand command, ByteSink sink) {
    return sandbox.start(command, sink);
  }

  @Override
  public Terminal openTerminal(TerminalCommand command, TerminalListener listener) {
    return sandbox.openTerminal(command, listener);
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
  public void destroy() {
    sandbox.destroy();
  }
}
