package dev.sandpool.pool;

import dev.sandpool.SandboxEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tells each listener of an event; one that throws is logged, and harms neither pool nor others.
 */
public record Listeners(List<Consumer<SandboxEvent>> all) implements Consumer<SandboxEvent> {

  private static final Logger LOG = System.getLogger(Listeners.class.getName());

  /** Tells nobody. */
  public static final Listeners NONE = new Listeners(List.of());

  /** Copies the list. */
  public Listeners {
    all = List.copyOf(all);
  }

  @Override
  public void accept(SandboxEvent event) {
    for (Consumer<SandboxEvent> listener : all) {
      try {
        listener.accept(event);
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "A listener failed with " + event, e);
      }
    }
  }
}
