package dev.sandpool.pool;

import dev.sandpool.backend.DaemonThreads;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * Keeps a pool at its target.
 *
 * <p>Commons Pool makes missing objects one after another, on the thread that notices or on an
 * evictor thread that the whole JVM shares. A sandbox takes seconds, so here each one that is
 * missing is made by a task of its own, as many at a time as allowed. After a failure the next
 * attempt waits, from one second, twice as long each time, up to a minute; a success ends that.
 */
final class Refiller implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Refiller.class.getName());
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final String name;
  private final IntSupplier missing;
  private final Maker maker;
  private final int parallelism;
  private final ScheduledExecutorService timer;
  private final ExecutorService workers;
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private volatile boolean closed;

  /** Makes one sandbox and adds it to the pool. */
  interface Maker {
    /** Returns whether it did; false when there is no room, until the refiller is woken again. */
    boolean addOne() throws Exception;
  }

  Refiller(
      String name,
      int parallelism,
      IntSupplier missing,
      Maker maker,
      ScheduledExecutorService timer) {
    this.name = name;
    this.parallelism = parallelism;
    this.missing = missing;
    this.maker = maker;
    this.timer = timer;
    this.workers =
        Executors.newFixedThreadPool(parallelism, new DaemonThreads("sandpool-refill-" + name));
  }

  /** Starts what is missing now. Returns at once; a pause after a failure is kept. */
  void wake() {
    if (failures.get() == 0) {
      fill();
    }
  }

  /** How many are being made, or about to be. */
  int underWay() {
    return underWay.get();
  }

  @Override
  public void close() {
    closed = true;
    workers.shutdown();
    try {
      if (!workers.awaitTermination(10, TimeUnit.SECONDS)) {
        workers.shutdownNow();
      }
    } catch (InterruptedException e) {
      workers.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private void fill() {
    while (!closed && reserve()) {
      try {
        workers.execute(this::addOne);
      } catch (RejectedExecutionException e) {
        underWay.decrementAndGet();
      }
    }
  }

  private synchronized boolean reserve() {
    int started = underWay.get();
    if (started >= parallelism || missing.getAsInt() - started <= 0) {
      return false;
    }
    underWay.incrementAndGet();
    return true;
  }

  private void addOne() {
    try {
      boolean added = maker.addOne();
      underWay.decrementAndGet();
      failures.set(0);
      if (added) {
        fill();
      }
    } catch (Exception e) {
      underWay.decrementAndGet();
      LOG.log(closed ? Level.DEBUG : Level.WARNING, "Pool {0}: {1}", name, e.getMessage());
      pause();
    }
  }

  private void pause() {
    int doublings = Math.min(failures.getAndIncrement(), 16);
    long millis = Math.min(FIRST_PAUSE.toMillis() << doublings, LONGEST_PAUSE.toMillis());
    if (!closed) {
      timer.schedule(this::fill, millis, TimeUnit.MILLISECONDS);
    }
  }
}
