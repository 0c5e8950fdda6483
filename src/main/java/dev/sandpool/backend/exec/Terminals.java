package dev.sandpool.backend.exec;

import dev.sandpool.SandboxLostException;
import dev.sandpool.Terminal;
import dev.sandpool.TerminalListener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The terminals of one sandbox. */
final class Terminals {

  private static final String TERMINAL = Scripts.load(Terminals.class, "terminal.sh");
  private static final String HANG_UP = Scripts.load(Terminals.class, "hangup.sh");

  private final ChannelFactory channels;
  private final Supplier<Optional<String>> confirmLost;
  private final ExecThreads threads;
  private final ExecTimings timings;
  private final Set<ShellTerminal> open = ConcurrentHashMap.newKeySet();
  private volatile String ended;

  Terminals(
      ChannelFactory channels,
      Supplier<Optional<String>> confirmLost,
      ExecThreads threads,
      ExecTimings timings) {
    this.channels = channels;
    this.confirmLost = confirmLost;
    this.threads = threads;
    this.timings = timings;
  }

  Terminal open(TerminalCommand command, TerminalListener listener) {
    ShellTerminal terminal = new ShellTerminal(listener, this);
    open.add(terminal);
    terminal.over().whenComplete((code, error) -> open.remove(terminal));
    String reason = ended;
    if (reason != null) {
      // Looked at last: whoever ends the sandbox from now on finds the terminal.
      throw terminal.failed(new SandboxLostException(reason));
    }
    try {
      terminal.start(channels.openTerminal(argv(command), command.size(), terminal), command);
      return terminal;
    } catch (RuntimeException e) {
      throw terminal.failed(e);
    }
  }

  /** Ends all of them, now and from now on. */
  void lost(String reason) {
    ended = reason;
    open.forEach(terminal -> inBackground(() -> terminal.lost(reason)));
  }

  /** Why the sandbox has ended; empty if it has not, or nobody knows. Blocks. */
  Optional<String> confirmLost() {
    return confirmLost.get();
  }

  /** How long a sandbox may take to answer. */
  Duration patience() {
    return timings.opening();
  }

  /** Ends all processes of a session; the result ends when that is done, or given up. */
  CompletableFuture<ChannelEnd> hangUp(int session) {
    CompletableFuture<ChannelEnd> done = new CompletableFuture<>();
    String tenths = Long.toString(timings.killGrace().toMillis() / 100);
    List<String> argv = List.of("/bin/sh", "-c", HANG_UP, "sh", Integer.toString(session), tenths);
    Channel channel = channels.open(argv, new EndListener(done));
    Duration bound = timings.killGrace().plus(timings.opening());
    return done.orTimeout(bound.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((ignored, error) -> channel.close());
  }

  void inBackground(Runnable task) {
    try {
      threads.blocking().execute(task);
    } catch (RejectedExecutionException e) {
      // Sandpool is shutting down, and closes all channels.
    }
  }

  private static List<String> argv(TerminalCommand command) {
    return List.of(
        "/bin/sh",
        "-c",
        TERMINAL,
        "sh",
        Integer.toString(command.size().columns()),
        Integer.toString(command.size().rows()));
  }
}
