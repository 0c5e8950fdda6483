package dev.sandpool.cdi;

import dev.sandpool.CreateRequest;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxLostException;
import dev.sandpool.Sandboxes;
import java.io.Serializable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * What a scope holds: a sandbox that is borrowed at the first call on it.
 *
 * <p>Sessions and conversations may be written to a store and read again, by this server or another
 * one. What is written is the identifier; after that the sandbox is found by it. One that is gone
 * by then is lost, as if it had ended under its user: to go on with an empty one unasked would hide
 * that its files are gone.
 */
final class ScopedSandbox extends DelegatingSandbox implements Serializable {

  private static final long serialVersionUID = 1;

  private static final Logger LOG = System.getLogger(ScopedSandbox.class.getName());

  /** In a container this is a client proxy, which can be written. */
  @SuppressWarnings("serial")
  private final Sandboxes sandboxes;

  private final String pool;
  private volatile String id;
  private volatile boolean closed;

  private transient volatile Sandbox borrowed;
  private transient Sandbox found;

  ScopedSandbox(Sandboxes sandboxes, String pool) {
    this.sandboxes = sandboxes;
    this.pool = pool;
  }

  @Override
  synchronized Sandbox current() {
    refuseIfClosed();
    if (id == null) {
      borrow();
      refuseIfClosed();
    }
    return borrowed == null ? foundAgain() : borrowed;
  }

  @Override
  public String id() {
    return id == null ? current().id() : id;
  }

  /**
   * Destroys the sandbox if one was borrowed, here or before it was written and read. Does not wait
   * for one that is on its way: that is destroyed when it comes.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (borrowed != null) {
      borrowed.close();
    } else if (id != null) {
      sandboxes.delete(id);
    }
  }

  /**
   * The same at the end of a scope, where nobody is left to be told: what could not be deleted is
   * logged, and ends by its own deadline.
   */
  void end() {
    try {
      close();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "Sandbox " + id + " could not be destroyed with its scope", e);
    }
  }

  /** Who closes and who borrows each look at what the other did, after what they did themselves. */
  private void borrow() {
    Sandbox fresh = sandboxes.create(CreateRequest.of(pool));
    borrowed = fresh;
    id = fresh.id();
    if (closed) {
      fresh.close();
    }
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new IllegalStateException(
          id == null
              ? "This sandbox was closed before it was used; create or inject another one"
              : "Sandbox " + id + " was closed; create or inject another one");
    }
  }

  private Sandbox foundAgain() {
    if (found == null) {
      found =
          sandboxes
              .find(id)
              .orElseThrow(
                  () ->
                      new SandboxLostException(
                          "Sandbox "
                              + id
                              + " ended while its session or conversation was stored;"
                              + " destroy it by Instance.destroy to get another one"));
    }
    return found;
  }
}
