package dev.sandpool.cdi;

import dev.sandpool.bootstrap.SandpoolSettings;
import dev.sandpool.bootstrap.SandpoolSupervisor;
import dev.sandpool.bootstrap.UnknownKeys;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

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

  void start(@Observes Startup event) {
    Config config = ConfigProvider.getConfig();
    Set<String> names = new HashSet<>();
    config.getPropertyNames().forEach(names::add);
    Function<String, Optional<String>> values = key -> config.getOptionalValue(key, String.class);
    UnknownKeys.describe(names, values).forEach(text -> LOG.log(Level.WARNING, text));
    supervisor = SandpoolSupervisor.start(SandpoolSettings.read(values, names));
  }

  @PreDestroy
  void stop() {
    if (supervisor != null) {
      supervisor.close();
    }
  }

  /** What was started. */
  public SandpoolSupervisor supervisor() {
    return supervisor;
  }
}
