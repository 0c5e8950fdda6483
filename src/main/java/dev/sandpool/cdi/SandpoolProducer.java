package dev.sandpool.cdi;

import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Typed;

/** What can be injected. */
@Dependent
public class SandpoolProducer {

  /** Creates and finds sandboxes; the application closes those that it creates. */
  @Produces
  @ApplicationScoped
  Sandboxes sandboxes(SandpoolLifecycle lifecycle) {
    return lifecycle.supervisor().sandboxes();
  }

  /**
   * A sandbox of the request's own. What is injected is a proxy, so this runs at the first call on
   * it: a request that does not use its sandbox borrows none.
   */
  @Produces
  @RequestScoped
  @Typed(Sandbox.class)
  Sandbox sandbox(Sandboxes sandboxes) {
    return sandboxes.create();
  }

  void close(@Disposes Sandbox sandbox) {
    sandbox.close();
  }
}
