package dev.sandpool.rest.access;

import dev.sandpool.security.AuditLog;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** The audit log can be written, as far as is known; where it can't, requests are refused. */
@Readiness
@ApplicationScoped
public class AuditReadiness implements HealthCheck {

  @Inject ServiceSecurity security;

  @Override
  public HealthCheckResponse call() {
    Optional<String> trouble = Optional.ofNullable(security.audit()).flatMap(AuditLog::trouble);
    HealthCheckResponseBuilder check = HealthCheckResponse.named("sandpool-audit");
    trouble.ifPresent(text -> check.withData("lastError", text));
    return check.status(trouble.isEmpty()).build();
  }
}
