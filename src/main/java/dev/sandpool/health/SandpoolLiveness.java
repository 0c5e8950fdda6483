package dev.sandpool.health;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * The process answers. It looks at nothing else: to restart the service does not mend a cluster.
 */
@Liveness
@ApplicationScoped
public class SandpoolLiveness implements HealthCheck {

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.up("sandpool-live");
  }
}
