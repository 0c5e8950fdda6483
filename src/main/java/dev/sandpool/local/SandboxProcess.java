package dev.sandpool.local;

import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.exec.Scripts;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The processes of one sandbox, seen from the host: a holder, which this JVM started, and process
 * 1, which lives while the holder does.
 */
final class SandboxProcess {

  private static final String HOLD = Scripts.load(SandboxProcess.class, "hold.sh");
  private static final Duration END = Duration.ofSeconds(10);
  private static final int LONGEST_REMARK = 2000;

  private final Process holder;
  private volatile ProcessHandle init;

  private SandboxProcess(Process holder) {
    this.holder = holder;
  }

  /** Starts a sandbox; {@link #awaitReady} tells how it went. */
  static SandboxProcess start(HostUser user, List<String> isolated) throws IOException {
    List<String> command = new ArrayList<>(user.prefix());
    command.addAll(List.of(HostTools.require("setsid"), "/bin/sh", "-c", HOLD, "sh"));
    command.addAll(isolated);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    return new SandboxProcess(builder.start());
  }

  /**
   * Waits until commands can enter. Does not end by itself: {@link #kill} ends it.
   *
   * @throws SandboxStartException if the sandbox could not be made, with what its tools said
   */
  void awaitReady() throws IOException {
    StringBuilder remarks = new StringBuilder();
    long child = 0;
    try (BufferedReader lines = holder.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("pid ")) {
          child = Long.parseLong(line.substring(4));
        } else if (line.equals("ready")) {
          init = onlyChild(child);
          return;
        } else if (remarks.length() < LONGEST_REMARK) {
          remarks.append(remarks.isEmpty() ? "" : "; ").append(line);
        }
      }
    }
    throw new SandboxStartException(
        "The sandbox's isolation could not be set up: "
            + (remarks.isEmpty() ? "its first process ended and said nothing" : remarks));
  }

  /** The host's number for process 1. Known once ready. */
  long initPid() {
    return init.pid();
  }

  boolean isAlive() {
    return holder.isAlive();
  }

  /** Ends when all of the sandbox's processes have. */
  CompletableFuture<Void> onExit() {
    return holder.onExit().thenApply(process -> null);
  }

  /** Waits until the holder ended; returns whether it did in time. */
  boolean awaitExit(Duration time) {
    try {
      return holder.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Kills all of the sandbox's processes and waits for their end. */
  void kill() {
    // The kernel ends a process 1 only after all others of its namespace have ended, and the
    // holder waits for that. Before its number is known, the lifeline does it.
    if (init != null) {
      init.destroyForcibly();
      awaitExit(END);
    }
    letGo();
    if (!awaitExit(END)) {
      holder.destroyForcibly();
    }
  }

  /** Ends the lifeline: the holder kills its process group. Does not block. */
  void letGo() {
    try {
      holder.getOutputStream().close();
    } catch (IOException e) {
      // Closed is closed.
    }
  }

  private static ProcessHandle onlyChild(long parent) {
    return ProcessHandle.of(parent)
        .flatMap(handle -> handle.children().findFirst())
        .orElseThrow(() -> new SandboxStartException("The sandbox's first process ended at once"));
  }
}
