package dev.sandpool.kubernetes;

import java.util.function.Supplier;

/**
 * Does what has to be done even by a thread that was told to stop: a request of an interrupted
 * thread fails before it is sent.
 */
public final class Uninterrupted {

  private Uninterrupted() {}

  /** Does it, and leaves the thread interrupted if it was. */
  public static <T> T get(Supplier<T> what) {
    boolean interrupted = Thread.interrupted();
    try {
      return what.get();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The same for what has no result. */
  public static void run(Runnable what) {
    get(
        () -> {
          what.run();
          return null;
        });
  }
}
