package dev.sandpool.langgraph4j;

import dev.sandpool.Acquired;
import dev.sandpool.Sandbox;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The sandbox of a graph's thread, acquired when it is first asked for. For the node that it was
 * given to, until that returns; its methods may be called from any of the node's threads.
 */
public final class GraphSandbox {

  private final Supplier<Acquired> source;
  private final Optional<String> left;
  private Acquired acquired;
  private boolean told;

  GraphSandbox(Supplier<Acquired> source, Optional<String> left) {
    this.source = source;
    this.left = left;
  }

  /**
   * The sandbox. The first call finds or makes it, and blocks meanwhile.
   *
   * @throws dev.sandpool.SandboxException if none can be had
   */
  public synchronized Sandbox get() {
    if (acquired == null) {
      acquired = source.get();
    }
    return acquired.sandbox();
  }

  /**
   * What the agent has to know, for its prompt: that the sandbox is a new one, and files and
   * processes which the conversation tells of are gone. Acquires the sandbox. Once the node has
   * asked and returned, nobody is told again.
   */
  public synchronized Optional<String> notice() {
    get();
    told = true;
    return Notice.of(acquired).or(() -> left);
  }

  /** What was acquired, if anything was. */
  synchronized Optional<Acquired> acquired() {
    return Optional.ofNullable(acquired);
  }

  /** What the next node has to be told, if this one was not. */
  synchronized Optional<String> untold() {
    return told ? Optional.empty() : acquired().flatMap(Notice::of).or(() -> left);
  }

  /** Ends the handle; the sandbox lives on. */
  synchronized void release() {
    acquired().ifPresent(one -> one.sandbox().close());
  }
}
