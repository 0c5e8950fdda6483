package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.Sandboxes;
import dev.sandpool.bootstrap.InvalidSettingsException;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The start of the application on Weld SE, configured through MicroProfile Config. */
class SandpoolLifecycleTest {

  @AfterEach
  void clear() {
    System.clearProperty("sandpool.mode");
    System.clearProperty("sandpool.kubernetes.kubeconfig");
  }

  @Test
  void settingsThatCannotBeUsedStopTheStart() {
    System.setProperty("sandpool.mode", "docker");

    assertThatThrownBy(SandpoolLifecycleTest::boot)
        .hasStackTraceContaining(InvalidSettingsException.class.getName())
        .hasStackTraceContaining(
            "sandpool.mode: 'docker' cannot be used; give agent-sandbox or local or raw");
  }

  @Test
  void backEndThatCannotBeUsedDoesNot() {
    System.setProperty("sandpool.mode", "raw");
    System.setProperty("sandpool.kubernetes.kubeconfig", "/nowhere/kubeconfig");

    try (SeContainer container = boot()) {
      Sandboxes sandboxes = container.select(Sandboxes.class).get();
      SandpoolLifecycle lifecycle = container.select(SandpoolLifecycle.class).get();

      assertThat(lifecycle.supervisor().trouble().orElseThrow()).contains("/nowhere/kubeconfig");
      assertThatThrownBy(sandboxes::create)
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("/nowhere/kubeconfig");
    }
  }

  private static SeContainer boot() {
    return SeContainerInitializer.newInstance()
        .disableDiscovery()
        .addExtensions(new SandpoolExtension())
        .addBeanClasses(SandpoolLifecycle.class, SandpoolProducer.class, GuardedSandboxes.class)
        .initialize();
  }
}
