package dev.sandpool.backend;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Says once that a sandbox ended under its user, and to whom. A sandbox that its owner closed is
 * not lost: after {@link #close} nobody is told. Thread-safe; listeners run on the thread that
 * raises.
 */
public final class LossSignal {

  private final List<Consumer<String>> listeners = new ArrayList<>();
  private String reason;
  private boolean closed;

  /** Why it can't be used any more; empty while it can. */
  public synchronized Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  /** Tells a listener when it happens; at once if it has. */
  public void listen(Consumer<String> listener) {
    String already;
    synchronized (this) {
      already = reason;
      if (already == null) {
        listeners.add(listener);
      }
    }
    if (already != null) {
      listener.accept(already);
    }
  }

  /** Raises the signal; only the first call counts. */
  public void raise(String why) {
    List<Consumer<String>> told;
    synchronized (this) {
      if (reason != null) {
        return;
      }
      reason = why;
      told = List.copyOf(listeners);
      listeners.clear();
    }
    told.forEach(listener -> listener.accept(why));
  }

  /**
   * Ends the sandbox's use in order, without telling anybody.
   *
   * @return whether this was the first call
   */
  public synchronized boolean close(String why) {
    boolean first = !closed;
    closed = true;
    if (reason == null) {
      reason = why;
    }
    listeners.clear();
    return first;
  }
}
