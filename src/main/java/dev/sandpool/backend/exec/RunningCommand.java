package dev.sandpool.backend.exec;

import java.util.concurrent.CompletableFuture;

/** A command on its way. */
public interface RunningCommand {

  /**
   * How it ends: normally with a {@link CommandEnd}, or exceptionally with a {@link
   * dev.sandpool.SandboxException} or {@link dev.sandpool.InvalidValueException}. All output has
   * reached the sink by then.
   */
  CompletableFuture<CommandEnd> end();

  /** Kills its process group; {@link #end} then fails with a cancellation. Returns at once. */
  void cancel();
}
