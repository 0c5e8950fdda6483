package dev.sandpool.bench;

import dev.sandpool.CreateRequest;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.raw.RawSandboxes;
import dev.sandpool.pool.PoolSettings;
import dev.sandpool.pool.SandboxPool;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Borrowing and closing a sandbox that costs nothing: what the pool itself takes.
 *
 * <p>Counted for all threads together: a mean over threads would say most about one that got no
 * turn.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
public class PoolOverhead {

  private static final int MOST = 500;
  private static final int SIDE_BY_SIDE = 4;
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final CreateRequest REQUEST = CreateRequest.of("default");

  /** How many are kept warm; with 0 each one is made by whoever borrows it. */
  @Param({"0", "64"})
  public int warm;

  private final ExecThreads threads = ExecThreads.create();
  private SandboxPool pool;
  private BarePool bare;

  /** Makes and fills both. */
  @Setup
  public void open() {
    SandboxSpec spec = RawSandboxes.spec();
    pool =
        new SandboxPool(
            new NullBackend(),
            spec,
            PoolSettings.of(warm, MOST, LONGEST, SIDE_BY_SIDE),
            new FreeTenancy(),
            threads.timer(),
            threads.blocking(),
            event -> {});
    bare = new BarePool(new NullBackend(), spec, warm, MOST, SIDE_BY_SIDE);
  }

  /** Drops both. */
  @TearDown
  public void close() {
    pool.close();
    bare.close();
    threads.close();
  }

  /** Through Sandpool. */
  @Benchmark
  public ManagedSandbox sandpool() {
    ManagedSandbox sandbox = pool.borrow(REQUEST);
    pool.release(sandbox);
    return sandbox;
  }

  /** Through Commons Pool alone. */
  @Benchmark
  public ManagedSandbox commonsPool() throws Exception {
    ManagedSandbox sandbox = bare.borrow();
    bare.release(sandbox);
    return sandbox;
  }
}
