package dev.sandpool.health;

import dev.sandpool.PoolStatus;
import dev.sandpool.SandboxSpec;
import java.util.LinkedHashMap;
import java.util.Map;

/** What readiness tells of a pool, as texts and whole numbers. */
final class PoolFigures {

  private PoolFigures() {}

  /** The default pool's figures have no prefix; the others' have their name. */
  static Map<String, Object> of(PoolStatus pool) {
    String prefix = pool.name().equals(SandboxSpec.DEFAULT_NAME) ? "" : pool.name() + ".";
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put(prefix + "available", (long) pool.available());
    figures.put(prefix + "active", (long) pool.active());
    figures.put(prefix + "creating", (long) pool.creating());
    figures.put(prefix + "waiting", (long) pool.waiting());
    figures.put(prefix + "target", (long) pool.target());
    figures.put(prefix + "leaked", (long) pool.leaked().size());
    pool.lastError().ifPresent(error -> figures.put(prefix + "lastError", error));
    pool.nextAttempt().ifPresent(time -> figures.put(prefix + "nextAttempt", time.toString()));
    return figures;
  }
}
