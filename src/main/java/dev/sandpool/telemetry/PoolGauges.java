package dev.sandpool.telemetry;

import dev.sandpool.PoolStatus;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.util.List;
import java.util.function.Supplier;

/** How the pools stand, asked whenever metrics are collected; all numbers are of one moment. */
final class PoolGauges implements AutoCloseable {

  private final Supplier<List<PoolStatus>> pools;
  private final ObservableLongMeasurement count;
  private final ObservableLongMeasurement target;
  private final ObservableLongMeasurement max;
  private final ObservableLongMeasurement waiting;
  private final BatchCallback registration;

  PoolGauges(Meter meter, Supplier<List<PoolStatus>> pools) {
    this.pools = pools;
    count = observer(meter, "sandbox.count", "{sandbox}", "Sandboxes by state");
    target = observer(meter, "sandbox.target", "{sandbox}", "Warm sandboxes wanted");
    max = observer(meter, "sandbox.max", "{sandbox}", "Most sandboxes at a time");
    waiting = observer(meter, "pending_requests", "{request}", "Callers that wait for a sandbox");
    registration = meter.batchCallback(this::observe, count, target, max, waiting);
  }

  /** Stops telling, so that closed pools are neither shown nor kept in memory. */
  @Override
  public void close() {
    registration.close();
  }

  private void observe() {
    for (PoolStatus status : pools.get()) {
      Attributes pool = Attributes.of(Names.POOL, status.name());
      count.record(status.available(), in(pool, "idle"));
      count.record(status.active(), in(pool, "active"));
      count.record(status.creating(), in(pool, "creating"));
      target.record(status.target(), pool);
      max.record(status.maxTotal(), pool);
      waiting.record(status.waiting(), pool);
    }
  }

  private static Attributes in(Attributes pool, String state) {
    return pool.toBuilder().put(Names.STATE, state).build();
  }

  private static ObservableLongMeasurement observer(
      Meter meter, String name, String unit, String meaning) {
    return meter
        .upDownCounterBuilder("sandpool.pool." + name)
        .setUnit(unit)
        .setDescription(meaning)
        .buildObserver();
  }
}
