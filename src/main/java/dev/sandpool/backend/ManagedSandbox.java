package dev.sandpool.backend;

import dev.sandpool.NotSupportedException;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxLostException;
import dev.sandpool.Terminal;
import dev.sandpool.TerminalListener;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.TerminalCommand;
import java.util.Optional;
import java.util.function.Consumer;

/** A sandbox as pools and back ends see it; applications hold a short-lived handle on it. */
public interface ManagedSandbox {

  /** Its identifier. */
  String id();

  /** What is known of it now. Does not block. */
  SandboxInfo info();

  /**
   * Says that it is set up: from now on other replicas may take it. Until then it is its maker's to
   * claim. Blocks.
   *
   * @throws dev.sandpool.SandboxLostException if it ended
   */
  default void offer() {}

  /**
   * Marks it as in somebody's hands, once. Blocks.
   *
   * @param terms already checked
   * @throws dev.sandpool.SandboxLostException if it ended, or somebody else has it
   */
  void claim(Terms terms);

  /** For how long its holder may keep it, as far as is known here. Does not block. */
  Tenure tenure();

  /**
   * Changes for how long, if nobody else did meanwhile. Blocks.
   *
   * @param seen what {@link #tenure} said
   * @param next what it is to be
   * @return whether it is so now; if not, {@link #tenure} knows better by now
   * @throws dev.sandpool.SandboxLostException if it ended or expired
   */
  boolean renew(Tenure seen, Tenure next);

  /**
   * Destroys it under whoever holds it, if its tenure is still as it was seen. Blocks. Of this and
   * {@link #renew}, at any number of places at a time, one succeeds.
   *
   * @param why for its holder, such as {@code its time of 1 h is over}
   * @return whether it did; false also if it was gone already
   */
  boolean expire(Tenure seen, String why);

  /** Why it can no longer be used, from watched state; empty while it can. Never blocks. */
  Optional<String> lost();

  /**
   * Whether it is lost here only because another replica has it now; it lives on there. Never
   * blocks.
   */
  default boolean isTaken() {
    return false;
  }

  /**
   * Refuses one that can no longer be used. Never blocks.
   *
   * @throws dev.sandpool.SandboxLostException with the reason
   */
  default void requireUsable() {
    lost()
        .ifPresent(
            reason -> {
              throw new SandboxLostException(reason);
            });
  }

  /** Calls once when it ends under its user; at once if it has already. */
  void onLost(Consumer<String> listener);

  /** Starts a shell command. Returns at once; a failure to start is in the result. */
  RunningCommand start(ShellCommand command, ByteSink sink);

  /**
   * Starts a program that has a terminal. Blocks until it runs.
   *
   * @throws NotSupportedException if no terminal can be had there
   * @throws dev.sandpool.SandboxException if it could not be started
   */
  default Terminal openTerminal(TerminalCommand command, TerminalListener listener) {
    throw new NotSupportedException(
        "Mode %s has no terminals; local, raw and agent-sandbox have".formatted(info().mode()));
  }

  /**
   * Stops it until it is resumed. Blocks until it is.
   *
   * @throws NotSupportedException if this back end can't
   */
  default void suspend() {
    throw cannot("suspend");
  }

  /**
   * Starts it again. Blocks until it runs commands.
   *
   * @throws NotSupportedException if this back end can't
   */
  default void resume() {
    throw cannot("resume");
  }

  private NotSupportedException cannot(String what) {
    return new NotSupportedException(
        "Mode %s cannot %s sandboxes; sandpool.mode=agent-sandbox can"
            .formatted(info().mode(), what));
  }

  /** Destroys it and all that runs in it. Idempotent, bounded; on return it can't be used. */
  void destroy();
}
