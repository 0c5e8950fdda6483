package dev.sandpool.kubernetes.claim;

import dev.sandpool.testcluster.Kubectl;
import dev.sandpool.testcluster.TestCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * {@code kubernetes/agent-sandbox} for the namespaces of a test: a copy in which only the two lines
 * are changed that users change, and an overlay that puts the test cluster's image in.
 */
final class AgentSandboxManifests {

  private static final Path KUBERNETES = Path.of("kubernetes");
  private static final Path CHECK = KUBERNETES.resolve("agent-sandbox").resolve("check");
  private static final String OVERLAY =
      """
      resources: [agent-sandbox]
      patches:
      - target: {kind: SandboxTemplate}
        patch: |
          - {op: replace, path: /spec/podTemplate/spec/containers/0/image, value: "%s"}
          - {op: add, path: /spec/podTemplate/spec/containers/0/command, value: [sandbox-runtime, legacy]}
          - {op: add, path: /spec/podTemplate/spec/containers/0/env/-, value: {name: SANDBOX_BASE_DIR, value: /workspace}}
      """;

  private final Path copy;
  private final String sandboxes;
  private final String router;

  /** How a check ended. */
  record Report(int exit, String output) {

    List<String> missing() {
      return output.lines().filter(line -> line.startsWith("MISSING")).toList();
    }
  }

  AgentSandboxManifests(Path copy, String sandboxes, String router) throws IOException {
    this.copy = copy;
    this.sandboxes = sandboxes;
    this.router = router;
    copyTree("rbac/agent-sandbox");
    copyTree("agent-sandbox");
    rename("sandboxes", "sandboxes", sandboxes);
    rename("router", "agent-sandbox-system", router);
    Files.writeString(
        copy.resolve("kustomization.yaml"), OVERLAY.formatted(TestCluster.SANDBOX_RUNTIME));
  }

  /** Makes all of it as it should be. */
  void apply() throws IOException, InterruptedException {
    // Each object says itself where it belongs.
    new Kubectl("").run("apply", "-k", copy.toString());
  }

  /** What would be applied with the component for the internet, which the API server accepts. */
  String withInternet() throws IOException, InterruptedException {
    Path overlay = Files.createDirectory(copy.resolve("with-internet"));
    Files.writeString(
        overlay.resolve("kustomization.yaml"),
        "resources: [../agent-sandbox]\ncomponents: [../agent-sandbox/internet]\n");
    return new Kubectl("")
        .run("apply", "-k", overlay.toString(), "--dry-run=server", "--output=yaml");
  }

  String kubectl(String namespace, String... arguments) throws IOException, InterruptedException {
    return new Kubectl(namespace).run(arguments);
  }

  /** Runs the check, with some options more, and with the {@code kubectl} in that directory. */
  Report check(Path kubectl, String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(CHECK.toString()));
    command.addAll(List.of("--namespace", sandboxes));
    command.addAll(List.of("--router-namespace", router, "--controller-namespace", router));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put("KUBECONFIG", TestCluster.kubeconfig().toString());
    environment.merge("PATH", kubectl.toString(), (path, first) -> first + ":" + path);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Report(process.waitFor(), output);
  }

  private void copyTree(String directory) throws IOException {
    Path from = KUBERNETES.resolve(directory);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = copy.resolve(directory).resolve(from.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
  }

  private void rename(String directory, String from, String to) throws IOException {
    Path file = copy.resolve("agent-sandbox").resolve(directory).resolve("kustomization.yaml");
    String text = Files.readString(file);
    String line = "\nnamespace: " + from + "\n";
    if (!text.contains(line)) {
      throw new IOException(file + " does not name its namespace");
    }
    Files.writeString(file, text.replace(line, "\nnamespace: " + to + "\n"));
  }
}
