package dev.sandpool.bench;

import static org.awaitility.Awaitility.await;

import dev.sandpool.Sandbox;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.files.ShellFiles;
import dev.sandpool.kubernetes.raw.RawBackend;
import dev.sandpool.kubernetes.raw.RawSandboxes;
import dev.sandpool.pool.ExecLimits;
import dev.sandpool.pool.PoolSettings;
import dev.sandpool.pool.PooledSandboxes;
import dev.sandpool.pool.SandboxPool;
import dev.sandpool.processes.ShellProcesses;
import dev.sandpool.testcluster.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * From "I need a sandbox" to the output of {@code echo hi}, with a warm pool on the test cluster,
 * beside {@code kubectl exec} of the same command into the same Pods, turn by turn in one run.
 * Prints a table and the ratios.
 */
public final class WarmBorrowBenchmark {

  /** It reports its orderly stop as an error, into the table. */
  private static final Logger INFORMER_LOG = Logger.getLogger("io.kubernetes.client.informer");

  private static final int WARM_UP = 5;
  private static final int ROUNDS = 50;
  private static final int TARGET = 3;

  private final Samples borrow = new Samples("borrow (claim a warm Pod)");
  private final Samples first = new Samples("first command's output");
  private final Samples both = new Samples("borrow to first output");
  private final Samples again = new Samples("next command, half a second later");
  private final Samples kubectl = new Samples("kubectl exec, same Pod and command");
  private final Samples close = new Samples("close (destroy)");

  private final TestCluster test;
  private final SandboxPool pool;
  private final PooledSandboxes sandboxes;

  private WarmBorrowBenchmark(TestCluster test, SandboxPool pool, PooledSandboxes sandboxes) {
    this.test = test;
    this.pool = pool;
    this.sandboxes = sandboxes;
  }

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    INFORMER_LOG.setLevel(Level.OFF);
    try (TestCluster test = TestCluster.open("bench");
        ExecThreads threads = ExecThreads.create();
        RawBackend backend =
            new RawBackend(RawSandboxes.settings(test.settings()), threads, ExecTimings.DEFAULT);
        SandboxPool pool = pool(backend, threads)) {
      ExecLimits limits =
          new ExecLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), 1 << 20, 1 << 20);
      PooledSandboxes sandboxes =
          new PooledSandboxes(
              backend,
              List.of(pool),
              limits,
              box -> new ShellFiles(box::start, "/", Duration.ofMinutes(1)),
              ShellProcesses::new);
      new WarmBorrowBenchmark(test, pool, sandboxes).run();
    }
    // The HTTP client's threads stay for a minute otherwise.
    System.exit(0);
  }

  private static SandboxPool pool(RawBackend backend, ExecThreads threads) {
    PoolSettings settings = new PoolSettings(TARGET, TARGET + 2, Duration.ofSeconds(60), TARGET);
    return new SandboxPool(
        backend, RawSandboxes.spec(), settings, threads.timer(), threads.blocking());
  }

  private void run() throws IOException, InterruptedException {
    for (int i = -WARM_UP; i < ROUNDS; i++) {
      round(i >= 0);
    }
    System.out.println();
    System.out.println(Samples.header());
    for (Samples samples : new Samples[] {borrow, first, both, again, kubectl, close}) {
      System.out.println(samples.row());
    }
    System.out.println();
    ratio("kubectl exec / borrow to first output", kubectl, both);
    ratio("kubectl exec / first command's output", kubectl, first);
    ratio("kubectl exec / next command", kubectl, again);
  }

  private void round(boolean counted) throws IOException, InterruptedException {
    await().atMost(Duration.ofMinutes(2)).until(() -> pool.status().available() == TARGET);
    long start = System.nanoTime();
    Sandbox sandbox = sandboxes.create();
    long borrowed = System.nanoTime();
    hi(sandbox.execute("echo hi").stdout());
    long answered = System.nanoTime();
    // Between an agent's commands a model thinks; the next channel opens meanwhile.
    Thread.sleep(500);
    long next = System.nanoTime();
    hi(sandbox.execute("echo hi").stdout());
    long nextAnswered = System.nanoTime();
    kubectlExec(sandbox.id());
    long execed = System.nanoTime();
    sandbox.close();
    long closed = System.nanoTime();
    if (counted) {
      borrow.add(borrowed - start);
      first.add(answered - borrowed);
      both.add(answered - start);
      again.add(nextAnswered - next);
      kubectl.add(execed - nextAnswered);
      close.add(closed - execed);
    }
  }

  private void kubectlExec(String pod) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                kubectl(),
                "--kubeconfig=" + TestCluster.kubeconfig(),
                "--namespace=" + test.cluster().namespace(),
                "exec",
                pod,
                "--",
                "echo",
                "hi")
            .start();
    hi(
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
    process.waitFor();
  }

  /** The test cluster's own, which has its version; another one on request. */
  private static String kubectl() {
    Path built = TestCluster.kubeconfig().getParent().resolveSibling("bin").resolve("kubectl");
    return Optional.ofNullable(System.getenv("KUBECTL")).orElse(built.toString());
  }

  private static void hi(String output) {
    if (!output.equals("hi\n")) {
      throw new IllegalStateException("expected hi, got: " + output);
    }
  }

  private static void ratio(String name, Samples one, Samples other) {
    System.out.printf(
        "%-44s %15.1fx %8.1fx%n",
        name, one.millis(50) / other.millis(50), one.millis(95) / other.millis(95));
  }
}
