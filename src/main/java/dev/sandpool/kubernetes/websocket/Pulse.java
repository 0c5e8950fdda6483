package dev.sandpool.kubernetes.websocket;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Notices a server that went away without a word. Each beat sends a ping, if there was a sign of
 * life since the last one; else the server is taken for dead.
 *
 * <p>Whatever is read is a sign of life, and so is whatever could be written: of what nobody
 * acknowledges the system takes only so much. While the reader is busy with what came, silence
 * means nothing.
 */
final class Pulse implements Runnable {

  private final Runnable ping;
  private final Runnable dead;
  private final AtomicLong signs = new AtomicLong();
  private volatile boolean busy;

  /** Only one beat at a time. */
  private long seen = -1;

  Pulse(Runnable ping, Runnable dead) {
    this.ping = ping;
    this.dead = dead;
  }

  void sign() {
    signs.incrementAndGet();
  }

  /** Does what may take any time, on the reader's thread. */
  void whileBusy(Runnable work) {
    busy = true;
    try {
      work.run();
    } finally {
      sign();
      busy = false;
    }
  }

  @Override
  public void run() {
    long now = signs.get();
    if (!busy && now == seen) {
      dead.run();
      return;
    }
    seen = now;
    ping.run();
  }
}
