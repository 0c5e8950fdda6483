package dev.sandpool.pool;

import dev.sandpool.SandboxEvent.Eviction;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Replaces warm sandboxes that have waited for long, and lets go of those that are too many.
 *
 * <p>An old one is replaced before its time is over: in the last fifth of it the sandbox no longer
 * counts as one that need not be made, so the refiller makes another one; then it goes, and at the
 * end of its time in any case. Those made together do not come to that point together: it is moved
 * by up to a tenth of the time.
 *
 * <p>Those that are too many get half a minute: another replica may want to take them over, or
 * demand may rise again. Then the newest go first.
 */
final class WarmKeeper {

  private static final long PATIENCE = Duration.ofSeconds(30).toNanos();

  private final Admission admission;
  private final IntSupplier wanted;
  private final long longest;
  private final LongSupplier clock;
  private final BiConsumer<PooledSandbox, Eviction> evict;
  private boolean tooMany;
  private long tooManySince;

  /**
   * Joins the parts.
   *
   * @param wanted how many are to be warm
   * @param maxIdleTime how long each may be; zero for ever
   * @param clock in nanoseconds
   * @param evict takes one out, if no borrower counts on it
   */
  WarmKeeper(
      Admission admission,
      IntSupplier wanted,
      Duration maxIdleTime,
      LongSupplier clock,
      BiConsumer<PooledSandbox, Eviction> evict) {
    this.admission = admission;
    this.wanted = wanted;
    this.longest = maxIdleTime.toNanos();
    this.clock = clock;
    this.evict = evict;
  }

  /** Looks at all of them once. Not thread-safe. */
  void round() {
    List<PooledSandbox> warm = admission.warm();
    if (longest > 0) {
      replace(warm);
    }
    trim(warm, admission.fresh() - wanted.getAsInt());
  }

  private void replace(List<PooledSandbox> warm) {
    long now = clock.getAsLong();
    boolean replaced = admission.fresh() >= wanted.getAsInt();
    for (PooledSandbox sandbox : warm) {
      long age = now - sandbox.made();
      if (age >= longest || (sandbox.isOld() && replaced)) {
        evict.accept(sandbox, Eviction.IDLE);
      } else if (age >= longest - lead(sandbox)) {
        admission.age(sandbox);
      }
    }
  }

  private long lead(PooledSandbox sandbox) {
    return longest / 5 - Math.floorMod(sandbox.id().hashCode(), 100) * (longest / 1000);
  }

  private void trim(List<PooledSandbox> warm, int surplus) {
    long now = clock.getAsLong();
    if (surplus <= 0 || !tooMany) {
      tooMany = surplus > 0;
      tooManySince = now;
    } else if (now - tooManySince >= PATIENCE) {
      for (int i = warm.size() - 1; i >= 0 && i >= warm.size() - surplus; i--) {
        evict.accept(warm.get(i), Eviction.SURPLUS);
      }
    }
  }
}
