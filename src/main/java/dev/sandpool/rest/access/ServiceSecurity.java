package dev.sandpool.rest.access;

import dev.sandpool.cdi.SandpoolLifecycle;
import dev.sandpool.security.AuditLog;
import dev.sandpool.security.AuditSinks;
import dev.sandpool.security.Doorkeeper;
import dev.sandpool.security.LimitSettings;
import dev.sandpool.security.SecuritySettings;
import dev.sandpool.security.TenantLimits;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;

/** What guards the service, put together from settings. */
@ApplicationScoped
public class ServiceSecurity {

  private static final Logger LOG = System.getLogger(ServiceSecurity.class.getName());

  private static final String OPEN =
      "*** NO CREDENTIALS ARE SET UP: whoever is on this machine may do anything with all"
          + " sandboxes, and nobody else may do anything. For development only; docs/security.md"
          + " says how to set up API keys or MicroProfile JWT. ***";

  private static final String SHUT =
      "No API keys are set up, and no mp.jwt.verify.publickey or mp.jwt.verify.publickey.location:"
          + " unless the server itself verifies tokens, every request is refused. docs/security.md"
          + " says how to set them up.";

  @Inject SandpoolLifecycle lifecycle;

  private Doorkeeper doorkeeper;
  private String tenantClaim;
  private TenantLimits limits;
  private AuditLog audit;

  /** Comes after Sandpool's own start, which reads the settings. */
  void start(@Observes @Priority(Interceptor.Priority.APPLICATION + 1000) Startup event) {
    SecuritySettings settings = lifecycle.supervisor().settings().security();
    boolean open = settings.open(System.getenv("KUBERNETES_SERVICE_HOST") != null);
    doorkeeper = new Doorkeeper(settings, open);
    tenantClaim = settings.tenantClaim();
    // Where anybody may say any tenant's name, a limit for each means nothing.
    limits = new TenantLimits(open ? LimitSettings.NONE : settings.limits(), System::nanoTime);
    audit =
        new AuditLog(
            AuditSinks.of(settings.audit()),
            settings.audit().subject(),
            Clock.systemUTC(),
            System::nanoTime);
    if (open) {
      LOG.log(Level.WARNING, OPEN);
    } else if (!settings.hasCredentials()) {
      LOG.log(Level.WARNING, SHUT);
    }
  }

  /** Who finds out who calls. */
  public Doorkeeper doorkeeper() {
    return doorkeeper;
  }

  /** The claim of tokens that says whose sandboxes they are for. */
  public String tenantClaim() {
    return tenantClaim;
  }

  /** What each tenant may have. */
  public TenantLimits limits() {
    return limits;
  }

  /** What is written down. */
  public AuditLog audit() {
    return audit;
  }
}
