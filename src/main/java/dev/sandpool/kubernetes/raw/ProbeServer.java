package dev.sandpool.kubernetes.raw;

import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.Scripts;
import dev.sandpool.backend.exec.ShellCommand;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Something in one Pod that answers, to be called from another.
 *
 * @param address where, and at which port, as variables for the scripts
 * @param listening the command that answers
 */
record ProbeServer(Map<String, String> address, RunningCommand listening) {

  private static final String LISTEN = Scripts.load(ProbeServer.class, "probe-listen.sh");
  private static final String CONNECT = Scripts.load(ProbeServer.class, "probe-connect.sh");

  /** Above those that an unprivileged user may not use, below those that clients get. */
  private static final String PORT = "18099";

  /** Longer than it is tried. */
  private static final Duration LISTENING = Duration.ofMinutes(5);

  private static final Duration CONNECTING = Duration.ofSeconds(15);

  private static final String TOOLS =
      "the image has neither python3 nor perl nor nc; give one that has in"
          + " sandpool.raw.isolation-probe-image";

  static ProbeServer start(RawSandbox pod) {
    Map<String, String> address =
        Map.of("ADDRESS", pod.object().getStatus().getPodIP(), "PORT", PORT);
    ShellCommand command = new ShellCommand(LISTEN, "/", address, Optional.empty(), LISTENING);
    return new ProbeServer(address, pod.start(command, (stream, bytes) -> {}));
  }

  /**
   * Whether it answers a Pod.
   *
   * @throws IllegalStateException if that can't be told
   */
  boolean answers(RawSandbox caller) {
    if (listening.end().isDone()) {
      throw new IllegalStateException("nothing listens: " + TOOLS);
    }
    ShellCommand command = new ShellCommand(CONNECT, "/", address, Optional.empty(), CONNECTING);
    int exit = caller.start(command, (stream, bytes) -> {}).end().join().exitCode().orElse(-1);
    return switch (exit) {
      case 0 -> true;
      case 1 -> false;
      default -> throw new IllegalStateException("nothing connects: " + TOOLS);
    };
  }
}
