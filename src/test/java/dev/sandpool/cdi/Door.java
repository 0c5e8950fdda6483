package dev.sandpool.cdi;

import io.smallrye.config.inject.ConfigExtension;
import io.smallrye.faulttolerance.FaultToleranceExtension;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import java.util.Map;

/** Weld SE with this room's beans, over {@link CountingSandboxes}, and a pool called python. */
final class Door {

  /** What the lifecycle starts is not used, and so need not work. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "sandpool.specs", "python",
          "sandpool.mode", "raw",
          "sandpool.kubernetes.kubeconfig", "/nowhere/kubeconfig");

  private Door() {}

  /** Without Fault Tolerance. */
  static SeContainer open(Class<?>... application) {
    return boot(initializer(application));
  }

  /** With Fault Tolerance, as a server has it. */
  static SeContainer openGuarded(Class<?>... application) {
    return boot(
        initializer(application)
            .addExtensions(new ConfigExtension(), new FaultToleranceExtension()));
  }

  private static SeContainerInitializer initializer(Class<?>... application) {
    return SeContainerInitializer.newInstance()
        .disableDiscovery()
        .addExtensions(new SandpoolExtension())
        .addBeanClasses(
            SandpoolProducer.class,
            GuardedSandboxes.class,
            CurrentSandbox.class,
            WithSandboxInterceptor.class,
            WithSandboxEndInterceptor.class,
            SandpoolLifecycle.class,
            ConversationSandboxes.class,
            ConversationSources.class,
            ConversationHandles.class,
            CountingSandboxes.class)
        .addBeanClasses(application);
  }

  private static SeContainer boot(SeContainerInitializer initializer) {
    SETTINGS.forEach(System::setProperty);
    try {
      return initializer.initialize();
    } finally {
      SETTINGS.keySet().forEach(System::clearProperty);
    }
  }
}
