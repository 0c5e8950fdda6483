package dev.sandpool.local;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStatus;
import dev.sandpool.Terminal;
import dev.sandpool.TerminalListener;
import dev.sandpool.backend.LossSignal;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.Tenure;
import dev.sandpool.backend.Terms;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.ShellRunner;
import dev.sandpool.backend.exec.TerminalCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** A sandbox on this machine. */
final class LocalSandbox implements ManagedSandbox {

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
          "HOME", RootPlanner.HOME.toString(),
          "LANG", "C.UTF-8",
          "TERM", "xterm");

  private static final String FROM_OUTSIDE = "its processes were ended from outside";

  // How long the kernel may take to end a namespace after its first process died.
  private static final Duration DYING = Duration.ofSeconds(2);

  private final String id;
  private final SandboxSpec spec;
  private final Instant createdAt;
  private final Launcher.Launched launched;
  private final ShellRunner runner;
  private final Consumer<LocalSandbox> gone;
  private final AtomicReference<Terms> claimed = new AtomicReference<>();
  private volatile Tenure tenure;
  private final LossSignal lost = new LossSignal();

  /**
   * Takes over a sandbox that runs.
   *
   * @param gone called when it has ended, however it did
   */
  LocalSandbox(
      String id,
      SandboxSpec spec,
      Instant createdAt,
      Launcher.Launched launched,
      ExecThreads threads,
      ExecTimings timings,
      Consumer<LocalSandbox> gone) {
    this.id = id;
    this.spec = spec;
    this.createdAt = createdAt;
    this.launched = launched;
    this.gone = gone;
    tenure = Tenure.endless(createdAt);
    LocalChannels channels =
        new LocalChannels(launched.enter(), ENVIRONMENT, launched.pipes(), threads.blocking());
    this.runner = new ShellRunner(channels, this::confirmLost, threads, timings);
    launched.process().onExit().thenRunAsync(this::endedFromOutside, threads.blocking());
  }

  /** Opens a shell ahead; the result ends when it has answered. */
  CompletableFuture<Void> prepare() {
    return runner.prepare();
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public SandboxInfo info() {
    Optional<Terms> terms = Optional.ofNullable(claimed.get());
    return new SandboxInfo(
        id,
        LocalBackend.MODE,
        spec.name(),
        status(terms.isPresent()),
        terms.map(Terms::labels).orElse(Map.of()),
        terms.map(Terms::tenant).orElse(""),
        terms.flatMap(Terms::key),
        createdAt,
        tenure().lastUse(),
        tenure().end());
  }

  @Override
  public synchronized void claim(Terms terms) {
    requireUsable();
    if (!claimed.compareAndSet(null, terms)) {
      throw new SandboxLostException("Sandbox " + id + " is in somebody else's hands already");
    }
    tenure = terms.tenure();
  }

  @Override
  public Tenure tenure() {
    return tenure;
  }

  @Override
  public synchronized boolean renew(Tenure seen, Tenure next) {
    requireUsable();
    boolean same = tenure.equals(seen);
    tenure = same ? next : tenure;
    return same;
  }

  @Override
  public boolean expire(Tenure seen, String why) {
    synchronized (this) {
      if (!tenure.equals(seen) || lost().isPresent()) {
        return false;
      }
      end(why);
    }
    remove();
    return true;
  }

  /** The host's number for its process 1. */
  long initPid() {
    return launched.process().initPid();
  }

  boolean isHeld() {
    return claimed.get() != null && lost().isEmpty();
  }

  @Override
  public Optional<String> lost() {
    return lost.reason();
  }

  @Override
  public void onLost(Consumer<String> listener) {
    lost.listen(listener);
  }

  @Override
  public RunningCommand start(ShellCommand command, ByteSink sink) {
    Map<String, String> environment = new HashMap<>(spec.environment());
    environment.putAll(command.environment());
    String directory =
        command.directory().isEmpty() ? spec.workingDirectory() : command.directory();
    return runner.start(
        new ShellCommand(
            command.script(), directory, environment, command.stdin(), command.timeout()),
        sink);
  }

  @Override
  public Terminal openTerminal(TerminalCommand command, TerminalListener listener) {
    return runner.openTerminal(
        command.within(spec.workingDirectory(), spec.environment()), listener);
  }

  @Override
  public void destroy() {
    String reason = reason("it was destroyed");
    lost.close(reason);
    runner.lost(reason);
    remove();
  }

  /** Ends it under its user. */
  void delete() {
    end("it was deleted");
    remove();
  }

  private void end(String how) {
    String reason = reason(how);
    runner.lost(reason);
    lost.raise(reason);
  }

  private void remove() {
    launched.end();
    gone.accept(this);
  }

  private String reason(String how) {
    return "Sandbox " + id + " has ended: " + how;
  }

  /** A shell that died may have been killed by a command, or be the first of all to die. */
  private Optional<String> confirmLost() {
    if (lost().isEmpty() && !canBeEntered()) {
      launched.process().awaitExit(DYING);
    }
    if (!launched.process().isAlive()) {
      end(FROM_OUTSIDE);
    }
    return lost();
  }

  private void endedFromOutside() {
    end(FROM_OUTSIDE);
    remove();
  }

  private boolean canBeEntered() {
    return EntryProbe.run(launched.enter());
  }

  private SandboxStatus status(boolean held) {
    if (lost().isPresent()) {
      return SandboxStatus.TERMINATED;
    }
    return held ? SandboxStatus.RUNNING : SandboxStatus.WARM;
  }
}
