package dev.sandpool.local;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStatus;
import dev.sandpool.backend.LossSignal;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelListener;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.ShellRunner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
  private final ExecThreads threads;
  private final ShellRunner runner;
  private final Consumer<LocalSandbox> gone;
  private final AtomicReference<Map<String, String>> claimed = new AtomicReference<>();
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
    this.threads = threads;
    this.gone = gone;
    this.runner = new ShellRunner(this::open, this::confirmLost, threads, timings);
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
    Map<String, String> labels = claimed.get();
    return new SandboxInfo(
        id,
        LocalBackend.MODE,
        spec.name(),
        status(labels != null),
        labels == null ? Map.of() : labels,
        createdAt);
  }

  @Override
  public void claim(Map<String, String> labels) {
    lost()
        .ifPresent(
            reason -> {
              throw new SandboxLostException(reason);
            });
    if (!claimed.compareAndSet(null, Map.copyOf(labels))) {
      throw new SandboxLostException("Sandbox " + id + " is in somebody else's hands already");
    }
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

  private Channel open(List<String> argv, ChannelListener listener) {
    List<String> command = new ArrayList<>(launched.enter());
    command.addAll(argv);
    return ProcessChannel.start(
        command, ENVIRONMENT, launched.pipes(), listener, threads.blocking());
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
