package dev.sandpool.mcp.protocol;

/** A call while it runs, which another thread may stop. */
final class RunningCall {

  private final Thread thread;
  private boolean over;
  private boolean stopped;

  /** One that the calling thread runs. */
  RunningCall() {
    thread = Thread.currentThread();
  }

  /** Interrupts the thread, unless it does something else by now. */
  synchronized void stop() {
    if (!over) {
      stopped = true;
      thread.interrupt();
    }
  }

  /**
   * The calling thread is done with it, and is not interrupted for it any more.
   *
   * @return whether it was stopped
   */
  synchronized boolean finish() {
    over = true;
    // The interrupt was this call's; whoever uses the thread next must not see it.
    return stopped && (Thread.interrupted() || stopped);
  }
}
