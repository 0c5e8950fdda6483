package dev.sandpool.cdi;

import dev.sandpool.SandboxEvent;
import dev.sandpool.bootstrap.Observers;
import dev.sandpool.bootstrap.SandpoolSettings;
import dev.sandpool.bootstrap.SandpoolSupervisor;
import dev.sandpool.bootstrap.UnknownKeys;
import io.opentelemetry.api.OpenTelemetry;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Instance;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Starts Sandpool with the application and closes it at its end.
 *
 * <p>Settings that cannot be used stop the application from starting, as a missing {@code
 * ConfigProperty} would. A back end that cannot be used does not: the application starts, is not
 * ready, and tries again.
 */
@ApplicationScoped
public class SandpoolLifecycle {

  private static final Logger LOG = System.getLogger(SandpoolLifecycle.class.getName());

  private SandpoolSupervisor supervisor;
  private EventBridge bridge;

  void start(
      @Observes Startup event, Event<SandboxEvent> events, Instance<OpenTelemetry> telemetry) {
    ContainerSettings settings = ContainerSettings.read();
    UnknownKeys.describe(settings.names(), settings.values())
        .forEach(text -> LOG.log(Level.WARNING, text));
    bridge = new EventBridge(events);
    supervisor =
        SandpoolSupervisor.start(
            SandpoolSettings.read(settings.values(), settings.names()),
            observers(telemetry).with(bridge));
  }

  @PreDestroy
  void stop() {
    if (supervisor != null) {
      bridge.close();
      supervisor.close();
    }
  }

  /** The server's, or the application's own; without one, nothing is measured. */
  private static Observers observers(Instance<OpenTelemetry> telemetry) {
    return telemetry.isUnsatisfied() ? Observers.NONE : Observers.of(telemetry.get());
  }

  /** What was started. */
  public SandpoolSupervisor supervisor() {
    return supervisor;
  }
}
