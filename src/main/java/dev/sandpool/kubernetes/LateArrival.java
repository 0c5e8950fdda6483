package dev.sandpool.kubernetes;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Undoes what a request did whose answer was lost. The request may be done only after the one that
 * undoes it found nothing: a thread that is interrupted leaves it on its way.
 */
public final class LateArrival {

  private static final Duration LONGEST = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private LateArrival() {}

  /**
   * Tries until there was something to undo, for two seconds at most; not kept by an interrupt.
   *
   * @param undo tells whether there was
   */
  public static void undo(BooleanSupplier undo) {
    Uninterrupted.run(
        () -> {
          long end = System.nanoTime() + LONGEST.toNanos();
          while (!undo.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(PAUSE.toNanos());
          }
        });
  }
}
