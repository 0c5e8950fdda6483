package dev.sandpool.replicas;

import dev.sandpool.testcluster.TestCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A {@link ReplicaMain} in a JVM of its own. */
final class Replica implements AutoCloseable {

  private final Process jvm;
  private final BufferedReader lines;

  private Replica(Process jvm) {
    this.jvm = jvm;
    lines = jvm.inputReader();
  }

  /** Starts one with small Pods in a namespace of the test cluster; does not wait for it. */
  static Replica start(TestCluster test, Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>(usual(test));
    all.putAll(settings);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ReplicaMain.class.getName()));
    all.forEach((key, value) -> command.add(key + "=" + value));
    try {
      return new Replica(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Settings for small Pods. */
  static Map<String, String> usual(TestCluster test) {
    return Map.ofEntries(
        Map.entry("sandpool.mode", "raw"),
        Map.entry("sandpool.kubernetes.kubeconfig", TestCluster.kubeconfig().toString()),
        Map.entry("sandpool.kubernetes.namespace", test.cluster().namespace()),
        Map.entry("sandpool.replica.lease", "6s"),
        Map.entry("sandpool.raw.isolation-probe", "off"),
        Map.entry("sandpool.raw.image-pull-policy", "IfNotPresent"),
        Map.entry("sandpool.spec.image", TestCluster.BUSYBOX),
        Map.entry("sandpool.spec.cpu-request", "5m"),
        Map.entry("sandpool.spec.memory-request", "8Mi"),
        Map.entry("sandpool.spec.storage-request", "8Mi"),
        Map.entry("sandpool.spec.startup-timeout", "5m"),
        Map.entry("sandpool.pool.max-wait", "5m"),
        Map.entry("sandpool.pool.max-total", "40"));
  }

  /** Waits for its next line. */
  String next() {
    try {
      return String.valueOf(lines.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What it said before it was killed, and has not been heard. */
  List<String> rest() {
    return lines.lines().toList();
  }

  /** Waits for a line, and gives those before it. */
  List<String> until(String last) {
    List<String> said = new ArrayList<>();
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals(last)) {
          return said;
        }
        said.add(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new AssertionError("the replica ended: " + said);
  }

  /** Begins to borrow. */
  void borrow(int count, int parallel) {
    order("borrow " + count + " " + parallel);
  }

  /** Begins to do as told; says {@code done} when it has. */
  void order(String words) {
    try {
      jvm.outputWriter().write(words + "\n");
      jvm.outputWriter().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGKILL. */
  void kill() {
    // Not the process's own method, which would close what it said.
    jvm.toHandle().destroyForcibly();
    try {
      jvm.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Lets it end in order, or kills it. */
  @Override
  public void close() {
    try {
      jvm.outputWriter().close();
      if (!jvm.waitFor(1, TimeUnit.MINUTES)) {
        kill();
      }
    } catch (IOException | InterruptedException e) {
      kill();
    }
  }
}
