package dev.sandpool.session;

import dev.sandpool.Terminal;
import dev.sandpool.TerminalListener;
import dev.sandpool.backend.ForwardingSandbox;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.TerminalCommand;
import java.util.concurrent.CompletionStage;

/** Notes when something runs in a sandbox: a command, a file operation, a terminal. */
final class TrackedSandbox extends ForwardingSandbox {

  private final ManagedSandbox sandbox;
  private final TenureKeeper keeper;

  TrackedSandbox(ManagedSandbox sandbox, TenureKeeper keeper) {
    super(sandbox);
    this.sandbox = sandbox;
    this.keeper = keeper;
  }

  @Override
  public RunningCommand start(ShellCommand command, ByteSink sink) {
    RunningCommand running = super.start(command, sink);
    use(running.end());
    return running;
  }

  @Override
  public Terminal openTerminal(TerminalCommand command, TerminalListener listener) {
    Terminal terminal = super.openTerminal(command, listener);
    use(terminal.exit());
    return terminal;
  }

  @Override
  public void resume() {
    super.resume();
    keeper.begin(sandbox).end();
  }

  private void use(CompletionStage<?> end) {
    TenureKeeper.Use use = keeper.begin(sandbox);
    end.whenComplete((result, error) -> use.end());
  }
}
