package dev.sandpool.bench;

import static org.awaitility.Awaitility.await;

import dev.sandpool.CreateRequest;
import dev.sandpool.Sandbox;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.files.ShellFiles;
import dev.sandpool.kubernetes.ExecSockets;
import dev.sandpool.kubernetes.ObjectName;
import dev.sandpool.kubernetes.raw.RawBackend;
import dev.sandpool.kubernetes.raw.RawSandboxes;
import dev.sandpool.pool.ExecLimits;
import dev.sandpool.pool.Listeners;
import dev.sandpool.pool.PoolSettings;
import dev.sandpool.pool.PooledSandboxes;
import dev.sandpool.pool.SandboxPool;
import dev.sandpool.processes.ShellProcesses;
import dev.sandpool.testcluster.Kubectl;
import dev.sandpool.testcluster.TestCluster;
import java.time.Duration;
import java.util.List;

/** A pool of warm Pods in a namespace of its own on the test cluster, and clients beside it. */
record BenchBed(
    TestCluster test,
    ExecThreads threads,
    RawBackend backend,
    SandboxPool pool,
    PooledSandboxes sandboxes,
    ExecSockets sockets,
    Kubectl kubectl)
    implements AutoCloseable {

  private static final int TARGET = 3;
  private static final int MOST = 12;
  private static final int MOST_AT_ONCE = 8;
  private static final Duration LONGEST = Duration.ofMinutes(2);

  static BenchBed open() {
    return open(TARGET, MOST);
  }

  /** With this many warm, and as many made at a time, up to eight. */
  static BenchBed open(int warm, int most) {
    TestCluster test = TestCluster.open("bench");
    ExecThreads threads = ExecThreads.create();
    RawBackend backend =
        new RawBackend(RawSandboxes.settings(test.settings()), threads, ExecTimings.DEFAULT);
    SandboxPool pool =
        new SandboxPool(
            backend,
            RawSandboxes.spec(),
            PoolSettings.of(warm, most, LONGEST, Math.max(1, Math.min(warm, MOST_AT_ONCE))),
            new FreeTenancy(),
            threads.timer(),
            threads.blocking(),
            Listeners.NONE);
    PooledSandboxes sandboxes =
        new PooledSandboxes(
            backend,
            List.of(pool),
            new ExecLimits(LONGEST, LONGEST, 1 << 20, 1 << 20),
            new FreeTenancy(),
            box -> new ShellFiles(box::start, "/", LONGEST),
            ShellProcesses::new,
            threads.blocking(),
            Listeners.NONE);
    ExecSockets sockets = new ExecSockets(test.cluster());
    Kubectl kubectl = new Kubectl(test.cluster().namespace());
    return new BenchBed(test, threads, backend, pool, sandboxes, sockets, kubectl);
  }

  /** Borrows when the pool is full, so that no refill disturbs what follows. */
  Sandbox borrow() {
    awaitFull();
    Sandbox sandbox = sandboxes.create(CreateRequest.of("default"));
    awaitFull();
    return sandbox;
  }

  /** The Pod that a sandbox is. */
  ObjectName pod(Sandbox sandbox) {
    return new ObjectName(test.cluster().namespace(), sandbox.id());
  }

  void awaitFull() {
    await().atMost(LONGEST).until(() -> pool.status().available() == pool.status().minIdle());
  }

  @Override
  public void close() {
    sockets.close();
    pool.close();
    backend.close();
    threads.close();
    test.close();
  }
}
