package dev.sandpool.bench;

import dev.sandpool.testcluster.TestCluster;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** The Python package, in a process that {@code src/test/bench/reference.py} drives. */
final class Reference implements AutoCloseable {

  private final Process process;
  private final BufferedWriter orders;
  private final BufferedReader answers;

  /** Starts a Python that has it. */
  Reference(Path python, String namespace, int warm) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            python.toString(),
            "src/test/bench/reference.py",
            namespace,
            TestCluster.DEBIAN,
            Integer.toString(warm));
    builder.environment().put("KUBECONFIG", TestCluster.kubeconfig().toString());
    process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    orders = process.outputWriter();
    answers = process.inputReader();
  }

  /** Fills its pool. */
  double secondsToFill() throws IOException {
    return ask("fill")[0];
  }

  /**
   * Borrows side by side, from its pool as long as that has some.
   *
   * @return how many of the sandboxes were different ones
   */
  int warm(int sideBySide, Samples samples) throws IOException {
    return borrowed(ask("warm " + sideBySide), samples);
  }

  /** Borrows one after another, without a pool. */
  void cold(int times, Samples samples) throws IOException {
    borrowed(ask("cold " + times), samples);
  }

  @Override
  public void close() throws IOException {
    orders.close();
    process.destroy();
  }

  private double[] ask(String order) throws IOException {
    orders.write(order + "\n");
    orders.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the reference ended at: " + order);
    }
    return Arrays.stream(answer.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  private static int borrowed(double[] answer, Samples samples) {
    for (int i = 1; i < answer.length; i++) {
      samples.add((long) (answer[i] * 1e6));
    }
    return (int) answer[0];
  }
}
