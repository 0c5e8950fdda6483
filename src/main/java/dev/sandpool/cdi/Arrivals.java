package dev.sandpool.cdi;

import dev.sandpool.Sandbox;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The sandboxes that came for one call. Where a timeout struck first, the caller gets an exception
 * and the sandbox is nobody's; so all that was not kept is destroyed. For one thread.
 */
final class Arrivals implements Consumer<Sandbox>, AutoCloseable {

  private static final Logger LOG = System.getLogger(Arrivals.class.getName());

  private final List<Sandbox> unclaimed = new ArrayList<>();

  @Override
  public void accept(Sandbox sandbox) {
    unclaimed.add(sandbox);
  }

  /** Leaves one to the caller. */
  Sandbox keep(Sandbox sandbox) {
    unclaimed.removeIf(each -> each == sandbox);
    return sandbox;
  }

  @Override
  public void close() {
    unclaimed.forEach(Arrivals::destroy);
  }

  private static void destroy(Sandbox sandbox) {
    LOG.log(Level.DEBUG, "Sandbox {0} came too late and is destroyed", sandbox.id());
    try {
      sandbox.close();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "Sandbox " + sandbox.id() + " came too late and was not destroyed", e);
    }
  }
}
