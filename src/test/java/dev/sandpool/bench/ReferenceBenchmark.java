package dev.sandpool.bench;

import dev.sandpool.CreateRequest;
import dev.sandpool.Sandbox;
import dev.sandpool.testcluster.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * From "I need a sandbox" to the output of {@code echo hi}, beside the Python package
 * langchain-kubernetes on the same cluster, part by part in turn. Needs {@code
 * -Dsandpool.bench.python}, the program of an environment that has it.
 */
final class ReferenceBenchmark {

  private static final int WARM = 20;
  private static final int MOST = 90;
  private static final int BURST = 60;
  private static final int COLD = 10;
  private static final String PYTHON = System.getProperty("sandpool.bench.python", "");

  private final Reference reference;

  private ReferenceBenchmark(Reference reference) {
    this.reference = reference;
  }

  static void run() throws IOException, ExecutionException, InterruptedException {
    if (PYTHON.isEmpty()) {
      System.out.println("left out: -Dsandpool.bench.python names no Python with the package");
      return;
    }
    try (TestCluster theirs = TestCluster.open("reference");
        Reference reference = new Reference(Path.of(PYTHON), theirs.cluster().namespace(), WARM)) {
      ReferenceBenchmark benchmark = new ReferenceBenchmark(reference);
      benchmark.drained();
      benchmark.refill();
      for (int sideBySide : new int[] {1, 8, WARM, BURST}) {
        benchmark.warm(sideBySide);
      }
    }
  }

  /** One after another, each of which has to be made. */
  private void drained() throws IOException, ExecutionException, InterruptedException {
    Samples ours = new Samples("drained: Sandpool");
    Samples other = new Samples("drained: reference");
    try (BenchBed bed = BenchBed.open(0, MOST)) {
      for (int i = 0; i < COLD; i++) {
        borrow(bed, 1, ours);
      }
    }
    reference.cold(COLD, other);
    tell(ours, other);
  }

  private void refill() throws IOException {
    long start = System.nanoTime();
    try (BenchBed bed = BenchBed.open(WARM, MOST)) {
      bed.awaitFull();
      double ours = (System.nanoTime() - start) / 1e9;
      double other = reference.secondsToFill();
      System.out.printf(
          "%d warm Pods: Sandpool %.1f s, reference %.1f s: %.1fx%n",
          WARM, ours, other, other / ours);
    }
  }

  /** Rounds until there are as many samples as warm Pods. */
  private void warm(int sideBySide) throws IOException, ExecutionException, InterruptedException {
    String name = sideBySide + " side by side, " + WARM + " warm: ";
    Samples ours = new Samples(name + "Sandpool");
    Samples other = new Samples(name + "reference");
    int rounds = Math.max(1, WARM / sideBySide);
    try (BenchBed bed = BenchBed.open(WARM, MOST)) {
      for (int i = 0; i < rounds; i++) {
        bed.awaitFull();
        borrow(bed, sideBySide, ours);
      }
    }
    reference.secondsToFill();
    int different = 0;
    for (int i = 0; i < rounds; i++) {
      different += reference.warm(sideBySide, other);
    }
    tell(ours, other);
    System.out.printf(
        "the reference lent %d sandboxes to %d borrowers%n", different, rounds * sideBySide);
  }

  /** Each gets one of its own; the same one twice would be an error. */
  private static void borrow(BenchBed bed, int sideBySide, Samples samples)
      throws ExecutionException, InterruptedException {
    List<Callable<Long>> borrows = new ArrayList<>();
    List<Sandbox> borrowed = new ArrayList<>();
    for (int i = 0; i < sideBySide; i++) {
      borrows.add(
          () -> {
            long start = System.nanoTime();
            Sandbox sandbox = bed.sandboxes().create(CreateRequest.of("default"));
            synchronized (borrowed) {
              borrowed.add(sandbox);
            }
            WarmBorrowBenchmark.hi(sandbox.execute("echo hi").stdout());
            return System.nanoTime() - start;
          });
    }
    ExecutorService callers = Executors.newFixedThreadPool(sideBySide);
    try {
      for (Future<Long> nanos : callers.invokeAll(borrows)) {
        samples.add(nanos.get());
      }
      if (borrowed.stream().map(Sandbox::id).distinct().count() != sideBySide) {
        throw new IllegalStateException("a sandbox was lent twice");
      }
    } finally {
      callers.shutdown();
      borrowed.forEach(Sandbox::close);
    }
  }

  private static void tell(Samples ours, Samples other) {
    Samples.print(ours, other);
    Samples.ratio("reference / Sandpool", other, ours);
  }
}
