package dev.sandpool.kubernetes.stock;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Calls listeners aside, since whoever raises it is a watch that must not be held up; once for all
 * that happened before they were called. Thread-safe.
 */
final class Notifier {

  private final Executor executor;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean raised = new AtomicBoolean();

  Notifier(Executor executor) {
    this.executor = executor;
  }

  void listen(Runnable listener) {
    listeners.add(listener);
  }

  void raise() {
    if (raised.compareAndSet(false, true)) {
      try {
        executor.execute(this::tell);
      } catch (RejectedExecutionException e) {
        // Sandpool is shutting down, and nobody is interested any more.
        raised.set(false);
      }
    }
  }

  private void tell() {
    raised.set(false);
    listeners.forEach(Runnable::run);
  }
}
