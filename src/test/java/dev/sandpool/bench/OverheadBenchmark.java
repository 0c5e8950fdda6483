package dev.sandpool.bench;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * {@link PoolOverhead} with 1, 8 and 32 threads, as time for each borrow of any of them; with
 * virtual ones too where {@code -Dsandpool.bench.jdk} is the directory of a JDK that has them.
 */
final class OverheadBenchmark {

  private static final int[] THREADS = {1, 8, 32};
  private static final String JDK = System.getProperty("sandpool.bench.jdk", "");
  private static final double MICROS_IN_MILLI = 1_000;
  private static final String OURS = "sandpool";
  private static final String BARE = "commonsPool";

  private OverheadBenchmark() {}

  static void run() throws RunnerException {
    System.setProperty("java.class.path", classPath());
    System.out.printf(
        "%-10s %8s %6s %14s %14s %8s%n",
        "threads", "number", "warm", "Sandpool us", "bare us", "ratio");
    for (String kind :
        JDK.isEmpty() ? new String[] {"PLATFORM"} : new String[] {"PLATFORM", "VIRTUAL"}) {
      for (int threads : THREADS) {
        rows(kind, threads);
      }
    }
  }

  private static void rows(String kind, int threads) throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(PoolOverhead.class.getName() + "\\.")
            .threads(threads)
            .jvmArgsAppend(
                "-Djava.util.logging.config.file=/dev/null",
                kind.equals("VIRTUAL") ? "-Djmh.executor=VIRTUAL" : "-Dsandpool.bench=1")
            .verbosity(VerboseMode.SILENT);
    if (!JDK.isEmpty()) {
      options.jvm(JDK + "/bin/java");
    }
    Map<String, Map<String, Double>> scores = new LinkedHashMap<>();
    for (RunResult result : new Runner(options.build()).run()) {
      scores
          .computeIfAbsent(result.getParams().getParam("warm"), warm -> new LinkedHashMap<>())
          .put(
              result.getPrimaryResult().getLabel(),
              MICROS_IN_MILLI / result.getPrimaryResult().getScore());
    }
    scores.forEach(
        (warm, of) ->
            System.out.printf(
                "%-10s %8d %6s %14.2f %14.2f %7.2fx%n",
                kind.toLowerCase(java.util.Locale.ROOT),
                threads,
                warm,
                of.get(OURS),
                of.get(BARE),
                of.get(OURS) / of.get(BARE)));
  }

  /** Of this class, not of Maven, as JMH starts JVMs of its own. */
  private static String classPath() {
    return OverheadBenchmark.class.getClassLoader() instanceof URLClassLoader loader
        ? Arrays.stream(loader.getURLs())
            .map(URL::getPath)
            .collect(Collectors.joining(File.pathSeparator))
        : System.getProperty("java.class.path");
  }
}
