package dev.sandpool.bench;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.kubernetes.claim.ClaimBackend;
import dev.sandpool.kubernetes.claim.ClaimSandboxes;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings;
import dev.sandpool.kubernetes.claim.connect.TestConnections;
import dev.sandpool.kubernetes.claim.fixture.AgentSandbox;
import dev.sandpool.kubernetes.claim.fixture.Kind;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * From the claim to the output of {@code echo hi} in mode agent-sandbox, without a pool of
 * Sandpool's own: one after another, twenty at once, and with nothing warm. The controller is the
 * tests' own, in this process; what it takes is in the figures. Counts the writes to claims that
 * the API server saw.
 */
final class ClaimBenchmark {

  private static final int WARM = 3;
  private static final int ROUNDS = 20;
  private static final int AT_ONCE = 20;
  private static final int COLD = 5;
  private static final Pattern WRITES =
      Pattern.compile(
          "apiserver_request_total\\{[^}]*resource=\"sandboxclaims\"[^}]*subresource=\"\""
              + "[^}]*verb=\"(?:POST|PUT|PATCH|APPLY|DELETE)\"[^}]*} (\\S+)");

  private final BenchBed bed;

  ClaimBenchmark(BenchBed bed) {
    this.bed = bed;
  }

  /** A runtime, what runs it, and the way to it. */
  private record Way(
      String name, RuntimeSettings.Kind kind, RuntimePod pod, ConnectionSettings connection) {

    AccessSettings access() {
      return new AccessSettings(connection, new RuntimeSettings(kind, false, 8888, 8080, 9090));
    }
  }

  void run() throws Exception {
    List<Way> ways =
        List.of(
            new Way(
                "exec",
                RuntimeSettings.Kind.EXEC,
                RuntimePod.idle(),
                TestConnections.tunnelToPod()),
            new Way(
                "legacy",
                RuntimeSettings.Kind.LEGACY,
                RuntimePod.legacy(),
                TestConnections.inCluster()),
            new Way(
                "sandboxd",
                RuntimeSettings.Kind.SANDBOXD,
                RuntimePod.sandboxd(),
                TestConnections.inCluster()));
    try (AgentSandbox agents = AgentSandbox.open(bed.test())) {
      List<Samples> all = new ArrayList<>();
      for (Way way : ways) {
        agents.template(way.name(), way.pod());
        all.addAll(measure(agents, way));
      }
      Samples.print(all.toArray(Samples[]::new));
      writes(agents, ways.get(0));
    }
  }

  private List<Samples> measure(AgentSandbox agents, Way way) throws Exception {
    Samples one = new Samples("claim to first output, warm, " + way.name());
    Samples many = new Samples("the same, 20 at once, " + way.name());
    Samples cold = new Samples("the same, nothing warm, " + way.name());
    String few = way.name() + "-few";
    agents.pool(few, way.name(), WARM);
    try (ClaimBackend backend = backend(few, way)) {
      for (int i = -WARM; i < ROUNDS; i++) {
        agents.awaitWarm(few, WARM);
        long nanos = claim(backend);
        if (i >= 0) {
          one.add(nanos);
        }
      }
    }
    String crowd = way.name() + "-crowd";
    agents.pool(crowd, way.name(), AT_ONCE);
    agents.awaitWarm(crowd, AT_ONCE);
    try (ClaimBackend backend = backend(crowd, way)) {
      burst(backend, many);
    }
    agents.objects(Kind.POOL).delete(crowd);
    String none = way.name() + "-none";
    agents.pool(none, way.name(), 0);
    try (ClaimBackend backend = backend(none, way)) {
      for (int i = 0; i < COLD; i++) {
        cold.add(claim(backend));
      }
    }
    return List.of(one, many, cold);
  }

  private ClaimBackend backend(String pool, Way way) {
    return ClaimSandboxes.fromPool(bed.test(), pool, way.access(), bed.threads());
  }

  private static void burst(ClaimBackend backend, Samples samples)
      throws InterruptedException, ExecutionException {
    ExecutorService callers = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Callable<Long>> claims = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        claims.add(() -> claim(backend));
      }
      for (Future<Long> nanos : callers.invokeAll(claims)) {
        samples.add(nanos.get());
      }
    } finally {
      callers.shutdown();
    }
  }

  private static long claim(ClaimBackend backend) {
    SandboxSpec spec = ClaimSandboxes.spec();
    long start = System.nanoTime();
    ManagedSandbox sandbox = backend.create(spec);
    try {
      WarmBorrowBenchmark.hi(TestCommand.run(sandbox, "echo hi").stdout());
      return System.nanoTime() - start;
    } finally {
      sandbox.destroy();
    }
  }

  private void writes(AgentSandbox agents, Way way) throws IOException, InterruptedException {
    String pool = way.name() + "-few";
    agents.awaitWarm(pool, WARM);
    try (ClaimBackend backend = backend(pool, way)) {
      double before = writesSoFar();
      ManagedSandbox sandbox = backend.create(ClaimSandboxes.spec());
      double made = writesSoFar();
      sandbox.claim(FreeTenancy.terms(Map.of()));
      double claimed = writesSoFar();
      sandbox.destroy();
      double end = writesSoFar();
      System.out.printf(
          "writes to a claim: making %.0f (of which the controller's is one), handing out %.0f,"
              + " deleting %.0f%n",
          made - before, claimed - made, end - claimed);
    }
  }

  private double writesSoFar() throws IOException, InterruptedException {
    Matcher found = WRITES.matcher(bed.kubectl().run("get", "--raw", "/metrics"));
    double sum = 0;
    while (found.find()) {
      sum += Double.parseDouble(found.group(1));
    }
    return sum;
  }
}
