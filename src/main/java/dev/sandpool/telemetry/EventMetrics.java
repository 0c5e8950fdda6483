package dev.sandpool.telemetry;

import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Borrowed;
import dev.sandpool.SandboxEvent.Closed;
import dev.sandpool.SandboxEvent.CreateFailed;
import dev.sandpool.SandboxEvent.Created;
import dev.sandpool.SandboxEvent.Evicted;
import dev.sandpool.SandboxEvent.Executed;
import dev.sandpool.SandboxEvent.Expired;
import dev.sandpool.SandboxEvent.Leaked;
import dev.sandpool.SandboxEvent.Lost;
import dev.sandpool.SandboxEvent.Refused;
import dev.sandpool.SandboxEvent.Source;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Counts and times what happens. Neither blocks nor throws. */
final class EventMetrics implements Consumer<SandboxEvent> {

  /** Seconds: a warm sandbox takes milliseconds, one that is made takes as long as its image. */
  private static final List<Double> WAITS =
      List.of(
          0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0);

  /** Seconds: from a short command to an agent's session. */
  private static final List<Double> USES =
      List.of(0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0, 15.0, 60.0, 300.0, 1800.0, 7200.0);

  private final LongCounter hits;
  private final LongCounter misses;
  private final LongCounter refusals;
  private final LongCounter createErrors;
  private final LongCounter evictions;
  private final LongCounter losses;
  private final LongCounter expirations;
  private final LongCounter leaks;
  private final DoubleHistogram borrow;
  private final DoubleHistogram create;
  private final DoubleHistogram use;
  private final DoubleHistogram exec;

  EventMetrics(Meter meter) {
    hits = counter(meter, "pool.hits", "{borrow}", "Borrows that a warm sandbox served at once");
    misses =
        counter(
            meter,
            "pool.misses",
            "{borrow}",
            "Borrows that found none warm here, refused ones included");
    refusals = counter(meter, "pool.refusals", "{borrow}", "Borrows that got no sandbox");
    createErrors =
        counter(meter, "pool.create.errors", "{error}", "Sandboxes that could not be made");
    evictions =
        counter(meter, "pool.evictions", "{sandbox}", "Warm sandboxes that left unborrowed");
    losses =
        counter(
            meter, "pool.losses", "{sandbox}", "Sandboxes that ended under their user too early");
    expirations =
        counter(meter, "pool.expirations", "{sandbox}", "Borrowed sandboxes whose time was over");
    leaks =
        counter(
            meter, "pool.leaks", "{sandbox}", "Sandboxes found borrowed, unused and not closed");
    borrow = timer(meter, "pool.borrow.duration", "Time until a borrower had a sandbox", WAITS);
    create = timer(meter, "pool.create.duration", "Time until a new sandbox was ready", WAITS);
    use = timer(meter, "pool.use.duration", "Time between borrowing and closing", USES);
    exec = timer(meter, "exec.duration", "Time that a command took", USES);
  }

  @Override
  public void accept(SandboxEvent event) {
    Attributes pool = Attributes.of(Names.POOL, event.pool());
    if (event instanceof Borrowed borrowed) {
      borrowed(borrowed, pool);
    } else if (event instanceof Executed executed) {
      record(exec, executed.took(), with(pool, Names.of(executed.outcome())));
    } else if (event instanceof Closed closed) {
      record(use, closed.lent(), pool);
    } else if (event instanceof Created created) {
      record(create, created.took(), pool);
    } else if (event instanceof CreateFailed) {
      createErrors.add(1, pool);
    } else if (event instanceof Refused) {
      refusals.add(1, pool);
      misses.add(1, pool);
    } else {
      ended(event, pool);
    }
  }

  private void borrowed(Borrowed event, Attributes pool) {
    (event.source() == Source.WARM ? hits : misses).add(1, pool);
    record(
        borrow,
        event.waited(),
        pool.toBuilder().put(Names.SOURCE, Names.of(event.source())).build());
  }

  private void ended(SandboxEvent event, Attributes pool) {
    if (event instanceof Evicted evicted) {
      evictions.add(1, pool.toBuilder().put(Names.EVICTION, Names.of(evicted.why())).build());
    } else if (event instanceof Lost) {
      losses.add(1, pool);
    } else if (event instanceof Expired) {
      expirations.add(1, pool);
    } else if (event instanceof Leaked leaked) {
      leaks.add(1, pool.toBuilder().put(Names.RECLAIMED, leaked.reclaimed()).build());
    }
  }

  private static Attributes with(Attributes pool, String outcome) {
    return pool.toBuilder().put(Names.OUTCOME, outcome).build();
  }

  private static void record(DoubleHistogram histogram, Duration time, Attributes attributes) {
    histogram.record(time.toNanos() / 1e9, attributes);
  }

  private static LongCounter counter(Meter meter, String name, String unit, String meaning) {
    return meter.counterBuilder("sandpool." + name).setUnit(unit).setDescription(meaning).build();
  }

  private static DoubleHistogram timer(
      Meter meter, String name, String meaning, List<Double> bounds) {
    return meter
        .histogramBuilder("sandpool." + name)
        .setUnit("s")
        .setDescription(meaning)
        .setExplicitBucketBoundariesAdvice(bounds)
        .build();
  }
}
