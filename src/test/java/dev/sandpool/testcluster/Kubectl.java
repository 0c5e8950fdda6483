package dev.sandpool.testcluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The command line that users would take otherwise. */
public final class Kubectl {

  private final String namespace;

  public Kubectl(String namespace) {
    this.namespace = namespace;
  }

  /** Runs it and returns its output. */
  public String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(program().toString());
    command.add("--kubeconfig=" + TestCluster.kubeconfig());
    command.add("--namespace=" + namespace);
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("kubectl failed: " + output);
    }
    return output;
  }

  /** The test cluster's own, which has its version; another one on request. */
  public static Path program() {
    Path built = TestCluster.kubeconfig().getParent().resolveSibling("bin").resolve("kubectl");
    return Optional.ofNullable(System.getenv("KUBECTL")).map(Path::of).orElse(built);
  }
}
