package dev.sandpool.bootstrap;

import dev.sandpool.SandboxEvent;
import io.opentelemetry.api.OpenTelemetry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Who is told what happens.
 *
 * @param telemetry gets metrics and spans
 * @param listeners are told of each event, in this order. They must return soon: callers and the
 *     watch of the cluster wait
 */
public record Observers(OpenTelemetry telemetry, List<Consumer<SandboxEvent>> listeners) {

  /** Nobody. */
  public static final Observers NONE = new Observers(OpenTelemetry.noop(), List.of());

  /** Copies the list. */
  public Observers {
    listeners = List.copyOf(listeners);
  }

  /** An OpenTelemetry, which stays its owner's to close. */
  public static Observers of(OpenTelemetry telemetry) {
    return new Observers(telemetry, List.of());
  }

  /** These and one more. */
  public Observers with(Consumer<SandboxEvent> listener) {
    List<Consumer<SandboxEvent>> all = new ArrayList<>(listeners);
    all.add(listener);
    return new Observers(telemetry, all);
  }
}
