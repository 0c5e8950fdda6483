package dev.sandpool.pool;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.SessionStore;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.session.KeyedSandboxes;
import dev.sandpool.session.Reaper;
import dev.sandpool.session.SessionSandboxes;
import dev.sandpool.session.TenureKeeper;
import dev.sandpool.session.TenureRules;
import dev.sandpool.session.TenureRules.Limit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One replica: pools, keys and clean-up over a back end and a store that others may share. */
public final class SessionBed implements AutoCloseable {

  private static final Duration LONG = Duration.ofMinutes(10);

  public final TenureKeeper keeper;
  public final Reaper reaper;
  public final SessionSandboxes sandboxes;
  private final ExecThreads threads = ExecThreads.create();
  private final SandboxPool pool;

  /** Opens it. */
  public SessionBed(SandboxBackend backend, SandboxSpec spec, SessionStore sessions) {
    TenureRules rules =
        new TenureRules(
            new Limit("ttl", Optional.of(Duration.ofHours(24)), Optional.empty()),
            new Limit("idleTtl", Optional.of(Duration.ofHours(1)), Optional.empty()));
    // Writes at once, so that tests see what was written.
    keeper = new TenureKeeper(rules, backend.clock(), Runnable::run);
    pool =
        new SandboxPool(
            backend,
            spec,
            PoolSettings.of(0, 300, Duration.ofSeconds(60), 4),
            keeper,
            threads.timer(),
            threads.blocking(),
            Listeners.NONE);
    PooledSandboxes pooled =
        new PooledSandboxes(
            backend,
            List.of(pool),
            new ExecLimits(LONG, LONG, 1024, 1024),
            keeper,
            sandbox -> null,
            sandbox -> null,
            threads.blocking(),
            Listeners.NONE);
    reaper = new Reaper(backend, pooled::held, keeper, sessions, threads.blocking());
    sandboxes = new SessionSandboxes(pooled, new KeyedSandboxes(pooled, sessions, keeper), reaper);
  }

  /** A specification for back ends that make nothing of it. */
  public static SandboxSpec spec() {
    return new SandboxSpec(
        "default",
        "image",
        "/workspace",
        Map.of(),
        new SandboxSpec.Resources("1", "1", "1Gi", "1Gi", "1Gi", "1Gi"),
        Duration.ofSeconds(10),
        Optional.empty());
  }

  @Override
  public void close() {
    pool.close();
    threads.close();
  }
}
