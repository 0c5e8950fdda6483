package dev.sandpool.kubernetes.claim.runtime;

import dev.sandpool.kubernetes.claim.runtime.LegacyProcess.Input;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * When a channel asks its sandbox for output, and what it takes along.
 *
 * <p>It asks again at once, or after the pause that it was told; at the latest when the sandbox has
 * to hear of us. Where {@linkplain #expectNothing nothing is expected} only then, or when somebody
 * {@linkplain #lookNow wants to know}. Input brings the next call forward. Thread-safe.
 */
final class LegacyPace {

  /** The sandbox gives up on us after 90 seconds at the soonest. */
  static final Duration SIGN_OF_LIFE = Duration.ofSeconds(20);

  private static final Duration LOOK = Duration.ofSeconds(3);

  private boolean asking;
  private boolean quiet;
  private boolean lookNow;
  private boolean over;
  private Input waiting = Input.NONE;
  private long notBefore = System.nanoTime();
  private long spoken = System.nanoTime();

  /**
   * A call to make.
   *
   * @param input to take along
   * @param look whether to come back at once, with or without output
   */
  record Turn(Input input, boolean look) {}

  /** Waits until it is time to ask; {@link #asked} must follow. Empty when the channel is over. */
  synchronized Optional<Turn> next() throws IOException {
    awaitReason();
    if (over) {
      return Optional.empty();
    }
    Turn turn = new Turn(waiting, quiet);
    waiting = Input.NONE;
    asking = true;
    return Optional.of(turn);
  }

  /** Whoever asked has an answer, or none. */
  synchronized void asked(Duration pause) {
    asking = false;
    notBefore = System.nanoTime() + pause.toNanos();
  }

  /** The answer of the sandbox was taken. */
  synchronized void looked() {
    spoken = System.nanoTime();
    lookNow = false;
    notifyAll();
  }

  /** The sandbox has heard of us. */
  synchronized void spoke() {
    spoken = System.nanoTime();
  }

  /** Whether the sandbox has to hear of us. */
  synchronized boolean isSilent() {
    return System.nanoTime() - spoken >= SIGN_OF_LIFE.toNanos();
  }

  /** There will be no output before there is input. */
  synchronized void expectNothing() {
    quiet = true;
  }

  /** There will be output. */
  synchronized void expectOutput() {
    quiet = false;
  }

  /**
   * Has input taken along by the next call.
   *
   * @return false when a call is under way that does not
   * @throws IOException if the channel is over
   */
  synchronized boolean takeAlong(Input input) throws IOException {
    requireOpen();
    quiet = false;
    if (asking || waiting.number() > 0) {
      return false;
    }
    waiting = input;
    notifyAll();
    return true;
  }

  /** Asks at once whether the process is still there. */
  synchronized void lookNow() {
    lookNow = true;
    notifyAll();
  }

  /** Waits until that is known, or for as long as it is worth. */
  synchronized void awaitLook() {
    long deadline = System.nanoTime() + LOOK.toNanos();
    try {
      for (long left = LOOK.toMillis(); lookNow && !over && left > 0; ) {
        wait(left);
        left = (deadline - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  synchronized void requireOpen() throws IOException {
    if (over) {
      throw new IOException("the connection to the process is closed");
    }
  }

  synchronized boolean isOver() {
    return over;
  }

  /** Ends the channel; returns whether this was the first to. */
  synchronized boolean end() {
    boolean first = !over;
    over = true;
    notifyAll();
    return first;
  }

  private void awaitReason() throws IOException {
    try {
      for (long left = untilDue(); left > 0 && !over; left = untilDue()) {
        wait(left / 1_000_000 + 1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the sandbox", e);
    }
  }

  private long untilDue() {
    if (waiting.number() > 0 || lookNow) {
      return 0;
    }
    long due = quiet ? spoken + SIGN_OF_LIFE.toNanos() : notBefore;
    return due - System.nanoTime();
  }
}
