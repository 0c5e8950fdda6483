package dev.sandpool.cdi;

import dev.sandpool.Sandboxes;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;

/** The sandboxes that are injected to create and find others; {@link PoolBeans} has the rest. */
@Dependent
public class SandpoolProducer {

  /** Creates and finds sandboxes; the application closes those that it creates. */
  @Produces
  @ApplicationScoped
  Sandboxes sandboxes(
      GuardedSandboxes guarded, @Unguarded Sandboxes unguarded, SandpoolLifecycle lifecycle) {
    return new TranslatedSandboxes(
        guarded, unguarded, new FaultWords(() -> lifecycle.supervisor().trouble()));
  }

  @Produces
  @Unguarded
  @ApplicationScoped
  Sandboxes unguarded(SandpoolLifecycle lifecycle) {
    return lifecycle.supervisor().sandboxes();
  }
}
