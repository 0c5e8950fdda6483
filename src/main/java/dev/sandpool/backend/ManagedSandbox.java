package dev.sandpool.backend;

import dev.sandpool.SandboxInfo;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A sandbox as pools and back ends see it; applications hold a short-lived handle on it. */
public interface ManagedSandbox {

  /** Its identifier. */
  String id();

  /** What is known of it now. Does not block. */
  SandboxInfo info();

  /**
   * Marks it as in somebody's hands, once. Blocks.
   *
   * @param labels the user's labels, already checked
   * @throws dev.sandpool.SandboxLostException if it ended, or somebody else has it
   */
  void claim(Map<String, String> labels);

  /** Why it can no longer be used, from watched state; empty while it can. Never blocks. */
  Optional<String> lost();

  /** Calls once when it ends under its user; at once if it has already. */
  void onLost(Consumer<String> listener);

  /** Starts a shell command. Returns at once; a failure to start is in the result. */
  RunningCommand start(ShellCommand command, ByteSink sink);

  /** Destroys it and all that runs in it. Idempotent, bounded; on return it can't be used. */
  void destroy();
}
