package dev.sandpool.health;

import dev.sandpool.PoolStatus;
import dev.sandpool.bootstrap.SandpoolSupervisor;
import dev.sandpool.cdi.SandpoolLifecycle;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * A sandbox can be had at once: the back end has no trouble that is known, and each pool has one
 * ready, unless it is to keep none.
 */
@Readiness
@ApplicationScoped
public class SandpoolReadiness implements HealthCheck {

  @Inject SandpoolLifecycle lifecycle;

  @Override
  public HealthCheckResponse call() {
    SandpoolSupervisor sandpool = lifecycle.supervisor();
    Optional<String> trouble = sandpool.trouble();
    HealthCheckResponseBuilder check =
        HealthCheckResponse.named("sandpool").withData("mode", sandpool.mode());
    boolean ready = trouble.isEmpty();
    for (PoolStatus pool : sandpool.pools()) {
      describe(check, pool);
      ready &= pool.available() > 0 || pool.target() == 0;
      trouble = trouble.or(pool::lastError);
    }
    trouble.ifPresent(text -> check.withData("lastError", text));
    return check.status(ready).build();
  }

  private static void describe(HealthCheckResponseBuilder check, PoolStatus pool) {
    check.withData("available", pool.available());
    check.withData("active", pool.active());
    check.withData("creating", pool.creating());
    check.withData("waiting", pool.waiting());
    check.withData("target", pool.target());
  }
}
