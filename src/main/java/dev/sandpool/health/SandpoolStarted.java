package dev.sandpool.health;

import dev.sandpool.cdi.SandpoolLifecycle;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Startup;

/** The application has read its settings and begun to fill its pool. */
@Startup
@ApplicationScoped
public class SandpoolStarted implements HealthCheck {

  @Inject SandpoolLifecycle lifecycle;

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("sandpool-started")
        .status(lifecycle.supervisor() != null)
        .build();
  }
}
