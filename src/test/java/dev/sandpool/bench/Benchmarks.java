package dev.sandpool.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Measures both modes on the test cluster, raw beside {@code kubectl} and beside a plain exec
 * through the same client, turn by turn in one run; prints tables and ratios. An argument selects
 * one part.
 */
public final class Benchmarks {

  /** It reports its orderly stop as an error, into the tables. */
  private static final Logger INFORMER_LOG = Logger.getLogger("io.kubernetes.client.informer");

  private static final Map<String, Part> PARTS = parts();

  /** Those that bring what they need. */
  private static final Map<String, Alone> ALONE =
      Map.of(
          "overhead", OverheadBenchmark::run,
          "reference", ReferenceBenchmark::run,
          "scale", ScaleBenchmark::run);

  private Benchmarks() {}

  /** One of the measurements. */
  @FunctionalInterface
  interface Part {
    void run(BenchBed bed) throws Exception;
  }

  /** One that needs no bed. */
  @FunctionalInterface
  interface Alone {
    void run() throws Exception;
  }

  private static Map<String, Part> parts() {
    Map<String, Part> parts = new LinkedHashMap<>();
    parts.put("borrow", bed -> new WarmBorrowBenchmark(bed).run());
    parts.put("exec", bed -> new ExecBenchmark(bed).run());
    parts.put("parallel", bed -> new ParallelBenchmark(bed).run());
    parts.put("transfer", bed -> new TransferBenchmark(bed).run());
    parts.put("claims", bed -> new ClaimBenchmark(bed).run());
    parts.put("steady", bed -> new SteadyBenchmark(bed).run());
    return parts;
  }

  /** Runs one part, or all that share a bed. */
  public static void main(String[] args) throws Exception {
    INFORMER_LOG.setLevel(Level.OFF);
    String only = args.length == 0 ? "" : args[0];
    if (ALONE.containsKey(only)) {
      System.out.printf("%n== %s%n", only);
      ALONE.get(only).run();
    } else {
      runOnBed(only);
    }
    // The HTTP client's threads stay for a minute otherwise.
    System.exit(0);
  }

  private static void runOnBed(String only) throws Exception {
    if (!only.isEmpty() && !PARTS.containsKey(only)) {
      throw new IllegalArgumentException(
          "no part '%s'; there are %s and %s".formatted(only, PARTS.keySet(), ALONE.keySet()));
    }
    try (BenchBed bed = BenchBed.open()) {
      for (Map.Entry<String, Part> part : PARTS.entrySet()) {
        if (only.isEmpty() || only.equals(part.getKey())) {
          System.out.printf("%n== %s%n", part.getKey());
          part.getValue().run(bed);
        }
      }
    }
  }
}
