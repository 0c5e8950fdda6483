package dev.sandpool.mcp.tool;

import dev.sandpool.Acquired;
import dev.sandpool.CreateRequest;
import dev.sandpool.ExecFailedException;
import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The sandbox of one session: its own, or that of a key. It is taken at its first use, never
 * before. May be used by any thread; calls run side by side, and wait for each other only while the
 * sandbox is taken.
 */
public final class Workplace implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Workplace.class.getName());

  private final Sandboxes sandboxes;
  private final CreateRequest request;
  private final ReentrantLock taking = new ReentrantLock();
  private final AtomicReference<Sandbox> current = new AtomicReference<>();
  private final AtomicReference<String> note = new AtomicReference<>();
  private volatile boolean closed;

  /**
   * Takes nothing yet.
   *
   * @param request with a key for the sandbox of that key, which outlives this; without, for one
   *     that ends with this, and by itself when it is not used
   */
  public Workplace(Sandboxes sandboxes, CreateRequest request) {
    this.sandboxes = sandboxes;
    // What a crashed process leaves is found by others, and ends by its own terms.
    this.request = request.detach();
  }

  /** Whether the sandbox outlives this. */
  boolean isKept() {
    return request.key().isPresent();
  }

  /** The sandbox, made where there is none. Blocks; an interrupt ends that. */
  Sandbox sandbox() {
    Sandbox found = current.get();
    if (found != null) {
      return found;
    }
    lock();
    try {
      return taken();
    } finally {
      taking.unlock();
      // A close() that came meanwhile did not wait for this.
      if (closed) {
        leave(current.getAndSet(null));
      }
    }
  }

  private void lock() {
    try {
      taking.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExecFailedException("Interrupted while waiting for the sandbox", e);
    }
  }

  private Sandbox taken() {
    if (closed) {
      throw new ExecFailedException("The session has ended; begin another one");
    }
    if (current.get() == null) {
      current.set(isKept() ? kept() : sandboxes.create(request));
    }
    return current.get();
  }

  private Sandbox kept() {
    Acquired acquired = sandboxes.getOrCreate(request);
    acquired.reason().map(Workplace::told).ifPresent(note::set);
    return acquired.sandbox();
  }

  private static String told(String reason) {
    return "[" + reason + ". This sandbox has none of the files that were there before.]";
  }

  /** The sandbox that was taken; empty before the first use. */
  Optional<Sandbox> current() {
    return Optional.ofNullable(current.get());
  }

  /** What the model should know of the sandbox beside the answer; said once. */
  Optional<String> takeNote() {
    return Optional.ofNullable(note.getAndSet(null));
  }

  /** Leaves a sandbox that is no more; one that was taken after it stays. */
  void forget(Sandbox lost) {
    if (current.compareAndSet(lost, null)) {
      leave(lost);
    }
  }

  /**
   * Destroys the sandbox, also that of a key. Blocks.
   *
   * @return whether there was one
   */
  boolean end() {
    if (isKept()) {
      // It may be there from another session.
      sandbox();
    }
    Sandbox ended = current.getAndSet(null);
    if (ended == null) {
      return false;
    }
    if (isKept()) {
      sandboxes.delete(ended.id());
    }
    ended.close();
    return true;
  }

  /** Ends the session: destroys its own sandbox, and leaves that of a key. Never throws. */
  @Override
  public void close() {
    closed = true;
    if (taking.tryLock()) {
      try {
        leave(current.getAndSet(null));
      } finally {
        taking.unlock();
      }
    }
  }

  /** What can't be destroyed now ends by its own terms. */
  private static void leave(Sandbox sandbox) {
    try {
      if (sandbox != null) {
        sandbox.close();
      }
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "Sandbox {0} was not destroyed: {1}", sandbox.id(), e.getMessage());
    }
  }
}
