package dev.sandpool.backend;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes numbered threads that don't keep the JVM alive. */
public final class DaemonThreads implements ThreadFactory {

  private final String name;
  private final AtomicInteger count = new AtomicInteger();

  /** Threads called {@code name-1}, {@code name-2} and so on. */
  public DaemonThreads(String name) {
    this.name = name;
  }

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
