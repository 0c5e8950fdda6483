package dev.sandpool.pool;

import dev.sandpool.SandboxEvent;
import dev.sandpool.SandboxEvent.Source;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Counts what happens to a pool. */
final class Statistics implements Consumer<SandboxEvent> {

  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder evictions = new LongAdder();

  @Override
  public void accept(SandboxEvent event) {
    if (event instanceof SandboxEvent.Borrowed borrowed) {
      (borrowed.source() == Source.WARM ? hits : misses).increment();
    } else if (event instanceof SandboxEvent.Refused) {
      misses.increment();
    } else if (event instanceof SandboxEvent.Evicted) {
      evictions.increment();
    }
  }

  long hits() {
    return hits.sum();
  }

  long misses() {
    return misses.sum();
  }

  long evictions() {
    return evictions.sum();
  }
}
