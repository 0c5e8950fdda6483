package dev.sandpool.pool;

import dev.sandpool.pool.Ledger.Counts;
import dev.sandpool.pool.PoolSettings.OnExhausted;
import java.util.Optional;

/** Words for a caller that gets no sandbox: what is full, the counts, and the cure. */
final class Exhaustion {

  private Exhaustion() {}

  /**
   * Says it.
   *
   * @param capped the tenant, if it has all that it may have
   * @param time how long the caller waited, in words; empty if it did not
   */
  static String words(
      String pool,
      PoolSizes sizes,
      OnExhausted onExhausted,
      Counts now,
      Optional<String> capped,
      String time) {
    String counts = "%d active, %d being made".formatted(now.lent(), now.creating());
    if (capped.isPresent()) {
      return ("Tenant '%s' has all %d sandboxes of pool '%s' that it may have, and none came free%s;"
              + " close sandboxes earlier, or raise sandpool.pool.max-per-tenant")
          .formatted(capped.get(), sizes.maxPerTenant(), pool, time);
    }
    if (now.lent() + now.creating() >= sizes.maxTotal()) {
      return ("All %d sandboxes of pool '%s' are in use (%s) and none came free%s;"
              + " close sandboxes earlier, or raise sandpool.pool.max-total")
          .formatted(sizes.maxTotal(), pool, counts, time);
    }
    return ("No sandbox of pool '%s' is warm (%s, at most %d), and none became so%s;"
            + " raise sandpool.pool.min-idle, or give sandpool.pool.on-exhausted=%s")
        .formatted(
            pool,
            counts,
            sizes.maxTotal(),
            time,
            onExhausted == OnExhausted.FAIL ? "create or wait" : "create");
  }
}
