package dev.sandpool.health;

import dev.sandpool.PoolStatus;
import dev.sandpool.SandboxSpec;
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

  /** The default pool's numbers have no prefix; the others' have their name. */
  private static void describe(HealthCheckResponseBuilder check, PoolStatus pool) {
    String prefix = pool.name().equals(SandboxSpec.DEFAULT_NAME) ? "" : pool.name() + ".";
    check.withData(prefix + "available", pool.available());
    check.withData(prefix + "active", pool.active());
    check.withData(prefix + "creating", pool.creating());
    check.withData(prefix + "waiting", pool.waiting());
    check.withData(prefix + "target", pool.target());
  }
}
