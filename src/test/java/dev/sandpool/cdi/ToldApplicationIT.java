package dev.sandpool.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandpool.Sandbox;
import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Borrowed;
import dev.sandpool.SandboxEvent.Closed;
import dev.sandpool.Sandboxes;
import dev.sandpool.telemetry.Recorder;
import io.opentelemetry.api.OpenTelemetry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an application on Weld SE is told of its sandboxes, on mode local. */
class ToldApplicationIT {

  private static final Map<String, String> SETTINGS =
      Map.of("sandpool.mode", "local", "sandpool.pool.min-idle", "0");

  private final Recorder recorder = new Recorder();

  @AfterEach
  void shutDown() {
    recorder.close();
  }

  @Test
  void itsObserversAndItsOpenTelemetryAreTold() {
    try (SeContainer container = boot()) {
      SandpoolLifecycle lifecycle = container.select(SandpoolLifecycle.class).get();
      assumeTrue(
          lifecycle.supervisor().trouble().isEmpty() || System.getenv("CI") != null,
          "this machine can't isolate");
      Watcher watcher = container.select(Watcher.class).get();

      String id;
      try (Sandbox sandbox = container.select(Sandboxes.class).get().create()) {
        id = sandbox.id();
        sandbox.execute("true");
      }

      await().until(() -> watcher.seen().size() == 2);
      assertThat(watcher.seen())
          .extracting(event -> event.getClass().getSimpleName() + " " + idOf(event))
          .containsExactly("Borrowed " + id, "Closed " + id);
      assertThat(recorder.metrics())
          .containsKeys(
              "sandpool.pool.sandbox.count", "sandpool.pool.misses", "sandpool.exec.duration");
      assertThat(recorder.spans("sandpool.exec")).hasSize(1);
    }
    assertThat(recorder.metrics()).doesNotContainKey("sandpool.pool.sandbox.count");
  }

  private SeContainer boot() {
    SETTINGS.forEach(System::setProperty);
    TelemetryBean.telemetry = recorder.telemetry();
    try {
      return SeContainerInitializer.newInstance()
          .disableDiscovery()
          .addExtensions(new SandpoolExtension())
          .addBeanClasses(
              SandpoolProducer.class,
              GuardedSandboxes.class,
              CurrentSandbox.class,
              WithSandboxInterceptor.class,
              SandpoolLifecycle.class,
              TelemetryBean.class,
              Watcher.class)
          .initialize();
    } finally {
      SETTINGS.keySet().forEach(System::clearProperty);
    }
  }

  private static String idOf(SandboxEvent event) {
    return event instanceof Borrowed borrowed ? borrowed.id() : ((Closed) event).id();
  }

  /** The application's own OpenTelemetry, as any bean. */
  @Dependent
  static class TelemetryBean {

    static OpenTelemetry telemetry;

    @Produces
    OpenTelemetry telemetry() {
      return telemetry;
    }
  }

  /** Observes two kinds of events. */
  @ApplicationScoped
  static class Watcher {

    private final Queue<SandboxEvent> seen = new ConcurrentLinkedQueue<>();

    List<SandboxEvent> seen() {
      return List.copyOf(seen);
    }

    void borrowed(@ObservesAsync Borrowed event) {
      seen.add(event);
    }

    void closed(@ObservesAsync Closed event) {
      seen.add(event);
    }
  }
}
