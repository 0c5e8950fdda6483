package dev.sandpool.local;

import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.local.LocalSettings.Network;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Starts sandboxes with one kind of isolation, and says how commands enter them. */
final class Launcher {

  private final LocalSettings settings;
  private final StateDirectory state;
  private final Isolation isolation;
  private final ScheduledExecutorService timer;

  Launcher(
      LocalSettings settings,
      StateDirectory state,
      Isolation isolation,
      ScheduledExecutorService timer) {
    this.settings = settings;
    this.state = state;
    this.isolation = isolation;
    this.timer = timer;
  }

  /**
   * A sandbox that runs.
   *
   * @param process its processes
   * @param files its files on the host
   * @param enter what stands before a program to run it inside
   * @param pipes gives pipes that programs inside own
   */
  record Launched(
      SandboxProcess process, SandboxDirectory files, List<String> enter, PipeSource pipes) {

    /** Ends it and removes its files. */
    void end() {
      process.kill();
      Trees.remove(files.path());
    }
  }

  /**
   * Starts a sandbox. Blocks until it can be entered.
   *
   * @throws SandboxStartException if it could not be made; nothing is left of it
   */
  Launched launch(String id, SandboxSpec spec) {
    RootPlanner planner = new RootPlanner(settings, state.etc());
    Path workingDirectory = planner.requireOwnPlace(spec.workingDirectory());
    OptionalLong memory =
        MemoryQuantity.bytes("resources.memoryLimit", spec.resources().memoryLimit());
    HostUser user = HostUser.choose();
    Path path = state.sandbox(id);
    try {
      SandboxDirectory files = SandboxDirectory.create(path, workingDirectory, user);
      RootPlan plan = planner.plan(files, workingDirectory);
      SandboxProcess process =
          SandboxProcess.start(user, isolation.command(files.root().toString(), plan, id));
      awaitReady(process, spec);
      return new Launched(
          process, files, enter(user, process.initPid(), memory), () -> ownedPipe(user));
    } catch (IOException e) {
      Trees.remove(path);
      throw new SandboxStartException("The sandbox could not be made: " + e.getMessage(), e);
    } catch (SandboxStartException e) {
      Trees.remove(path);
      throw e;
    }
  }

  /** Owned, so that a command may open it again as {@code /dev/stdout}. */
  private Path ownedPipe(HostUser user) throws IOException {
    Path pipe = state.fifos().take();
    user.own(pipe);
    return pipe;
  }

  private void awaitReady(SandboxProcess process, SandboxSpec spec) throws IOException {
    long millis = spec.startupTimeout().toMillis();
    Future<?> bound = timer.schedule(process::letGo, millis, TimeUnit.MILLISECONDS);
    try {
      process.awaitReady();
    } catch (IOException | SandboxStartException e) {
      process.kill();
      if (bound.cancel(false)) {
        throw e;
      }
      throw tooLate(millis, e);
    }
    if (!bound.cancel(false)) {
      process.kill();
      throw tooLate(millis, null);
    }
  }

  private static SandboxStartException tooLate(long millis, Exception cause) {
    return new SandboxStartException(
        "The sandbox was not ready within its specification's startup timeout of "
            + millis
            + " ms; give it more",
        cause);
  }

  private List<String> enter(HostUser user, long init, OptionalLong memory) {
    String nsenter = HostTools.require("nsenter");
    List<String> enter = new ArrayList<>(user.prefix());
    enter.add(HostTools.require("prlimit"));
    enter.addAll(settings.limits().options(memory));
    enter.addAll(List.of(nsenter, "--target=" + init, "--preserve-credentials"));
    enter.addAll(List.of("--user", "--mount", "--pid", "--ipc", "--uts"));
    if (settings.network() == Network.NONE) {
      enter.add("--net");
    }
    // From here on inside, as root of the outer namespace; the next step gives that up.
    enter.addAll(List.of(nsenter, "--preserve-credentials", "--user=/run/sandpool/user"));
    enter.add(HostTools.require("setsid"));
    return List.copyOf(enter);
  }
}
