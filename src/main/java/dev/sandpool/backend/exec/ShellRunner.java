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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Runs the commands of one sandbox, with at least one channel kept open for the next.
 *
 * <p>Opening a channel costs 50 to 80 ms on a cluster node; sending a command down an open one
 * costs about 6 ms. So {@link #prepare} opens one before it is needed. When a command has ended,
 * its supervisor looks, after the answer, whether the command left anything running that holds its
 * streams or is in its process group; mostly nothing is, and the channel serves the next command.
 * Otherwise, and when a command takes long, another one is opened in the background. Those that
 * served commands side by side wait for a while for the next such burst ({@link SpareSessions}). A
 * waiting channel that broke has run nothing and is replaced without the caller noticing.
 */
public final class ShellRunner {

  private static final String KILL = Scripts.load(ShellRunner.class, "kill.sh");

  private final ChannelFactory channels;
  private final Supplier<Optional<String>> confirmLost;
  private final ExecThreads threads;
  private final ExecTimings timings;
  private final Set<ShellRun> running = ConcurrentHashMap.newKeySet();
  private final Set<ShellSession> sessions = ConcurrentHashMap.newKeySet();
  private final SpareSessions spares = new SpareSessions();
  private final AtomicBoolean trimming = new AtomicBoolean();
  private final AtomicReference<String> ended = new AtomicReference<>();
  private final Terminals terminals;

  /**
   * Makes a runner.
   *
   * @param channels starts processes in the sandbox
   * @param confirmLost looks, blocking, whether the sandbox still runs; empty when it does
   * @param threads what work runs on; shared, not closed
   * @param timings how long things may take
   */
  public ShellRunner(
      ChannelFactory channels,
      Supplier<Optional<String>> confirmLost,
      ExecThreads threads,
      ExecTimings timings) {
    this.channels = channels;
    this.confirmLost = confirmLost;
    this.threads = threads;
    this.timings = timings;
    terminals = new Terminals(channels, this::confirmLost, threads, timings);
  }

  /** Starts a program that has a terminal. Blocks until it runs. */
  public Terminal openTerminal(TerminalCommand command, TerminalListener listener) {
    return terminals.open(command, listener);
  }

  /** Starts a command. Returns at once. */
  public RunningCommand start(ShellCommand command, ByteSink sink) {
    ShellRun run = new ShellRun(command, sink, this);
    running.add(run);
    run.end().whenComplete((end, error) -> running.remove(run));
    String reason = ended.get();
    if (reason != null) {
      run.fail(new SandboxLostException(reason));
    } else {
      run.begin();
    }
    return run;
  }

  /** Opens a channel ahead; the result ends when it stands, or tells why it can't. */
  public CompletableFuture<Void> prepare() {
    ShellSession fresh = open();
    if (!spares.offer(fresh, 1, System.nanoTime())) {
      fresh.close();
      return CompletableFuture.completedFuture(null);
    }
    // One that gives no sign of life would cost the next command its own wait for it.
    return within(fresh.ready())
        .whenComplete(
            (ready, error) -> {
              if (error != null) {
                discard(fresh);
              }
            });
  }

  /** Closes the channels that wait: what they lead to has gone, and comes again. */
  public void dropSpares() {
    spares.takeAll().forEach(ShellSession::close);
  }

  /**
   * Ends all commands and terminals with a {@link SandboxLostException}, now and from now on. What
   * applications do on that runs on a thread of its own, not on the caller's, which may be a watch.
   */
  public void lost(String reason) {
    ended.compareAndSet(null, reason);
    running.forEach(
        run -> threads.blocking().execute(() -> run.fail(new SandboxLostException(reason))));
    sessions.forEach(ShellSession::close);
    terminals.lost(reason);
  }

  /** Closes what is open; commands still running end as lost. */
  public void close() {
    lost("the sandbox was closed");
  }

  /** A channel that waits, or a new one. */
  ShellSession take() {
    return spares.take().orElseGet(this::open);
  }

  /**
   * Keeps a channel, whose command has ended, for the next one. Its supervisor may still be looking
   * around; who takes it waits for that, which is shorter than opening another.
   */
  void giveBack(ShellSession session) {
    if (!spares.offer(session, SpareSessions.MOST, System.nanoTime())) {
      session.close();
      return;
    }
    trimLater();
    within(session.ready())
        .whenComplete(
            (ready, error) -> {
              if (error != null) {
                discard(session);
                prepareNext();
              }
            });
  }

  private void discard(ShellSession session) {
    spares.remove(session);
    session.close();
  }

  /** At most one timer for each runner, however many commands it runs. */
  private void trimLater() {
    if (spares.size() > 1 && trimming.compareAndSet(false, true)) {
      try {
        timer().schedule(this::trim, SpareSessions.IDLE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException e) {
        // Sandpool is shutting down, and closes them all.
      }
    }
  }

  private void trim() {
    trimming.set(false);
    spares.takeIdle(System.nanoTime()).forEach(ShellSession::close);
    trimLater();
  }

  /** Has a channel waiting soon, unless one does. */
  void prepareNext() {
    if (ended.get() == null && spares.size() == 0) {
      try {
        threads.blocking().execute(this::prepare);
      } catch (RejectedExecutionException e) {
        // Sandpool is shutting down: there is no next command.
      }
    }
  }

  /** A new channel. */
  ShellSession open() {
    ShellSession session = ShellSession.open(channels);
    sessions.add(session);
    session
        .gone()
        .whenComplete(
            (end, error) -> {
              sessions.remove(session);
              spares.remove(session);
            });
    // Looked at last: whoever ends the runner from now on finds the channel and closes it.
    if (ended.get() != null) {
      session.close();
    }
    return session;
  }

  /** Ends a process group: TERM, a grace, KILL. The result ends when that is done, or given up. */
  CompletableFuture<ChannelEnd> kill(int group) {
    CompletableFuture<ChannelEnd> done = new CompletableFuture<>();
    long tenths = timings.killGrace().toMillis() / 100;
    Channel channel =
        channels.open(
            List.of("/bin/sh", "-c", KILL, "sh", Integer.toString(group), Long.toString(tenths)),
            new EndListener(done));
    Duration bound = timings.killGrace().plus(timings.opening());
    return done.orTimeout(bound.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((ignored, error) -> channel.close());
  }

  <T> CompletableFuture<T> within(CompletableFuture<T> opening) {
    return opening.copy().orTimeout(timings.opening().toMillis(), TimeUnit.MILLISECONDS);
  }

  Optional<String> confirmLost() {
    String reason = ended.get();
    return reason != null ? Optional.of(reason) : confirmLost.get();
  }

  ExecutorService blocking() {
    return threads.blocking();
  }

  ScheduledExecutorService timer() {
    return threads.timer();
  }
}
