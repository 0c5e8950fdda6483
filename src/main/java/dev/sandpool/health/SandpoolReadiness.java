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
    sandpool.networkIsolation().ifPresent(text -> check.withData("isolation", text));
    boolean ready = trouble.isEmpty();
    for (PoolStatus pool : sandpool.pools()) {
      PoolFigures.of(pool).forEach((name, figure) -> tell(check, name, figure));
      ready &= pool.available() > 0 || pool.target() == 0;
      trouble = trouble.or(pool::lastError);
    }
    trouble.ifPresent(text -> check.withData("lastError", text));
    return check.status(ready).build();
  }

  private static void tell(HealthCheckResponseBuilder check, String name, Object figure) {
    if (figure instanceof Long number) {
      check.withData(name, number);
    } else {
      check.withData(name, figure.toString());
    }
  }
}
