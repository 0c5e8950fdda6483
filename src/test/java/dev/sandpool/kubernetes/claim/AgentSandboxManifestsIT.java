package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.Outcome;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.claim.AgentSandboxManifests.Report;
import dev.sandpool.kubernetes.claim.connect.TestConnections;
import dev.sandpool.kubernetes.claim.fixture.AgentSandbox;
import dev.sandpool.kubernetes.claim.fixture.Router;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings;
import dev.sandpool.testcluster.AccountLogin;
import dev.sandpool.testcluster.Kubectl;
import dev.sandpool.testcluster.TestCluster;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kubernetes/agent-sandbox} is enough, and its check tells of each thing that is missing.
 */
class AgentSandboxManifestsIT {

  private static final Duration BOUND = Duration.ofSeconds(60);

  /** Stands for the controller's own Deployment; the controller runs in the test. */
  private static final String CONTROLLER =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: agent-sandbox-controller}
      spec:
        selector: {matchLabels: {app: agent-sandbox-controller}}
        template:
          metadata: {labels: {app: agent-sandbox-controller}}
          spec:
            terminationGracePeriodSeconds: 0
            securityContext: {runAsNonRoot: true, runAsUser: 1000, seccompProfile: {type: RuntimeDefault}}
            containers:
            - name: controller
              image: %s
              command: [sh, -c, "sleep infinity"]
              args: [--extensions]
              securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
      """;

  /** Goes on to the real one, but for one question. */
  private static final String OTHER_KUBECTL =
      """
      #!/bin/sh
      if [ "$1 $2 $3" = "get crd sandboxclaims.extensions.agents.x-k8s.io" ]; then
        %s
      fi
      exec %s "$@"
      """;

  @TempDir private static Path directory;
  private static TestCluster test;
  private static TestCluster routers;
  private static AgentSandbox agents;
  private static AgentSandboxManifests manifests;

  @BeforeAll
  static void open() throws Exception {
    test = TestCluster.open("manifests");
    routers = TestCluster.open("routers");
    agents = AgentSandbox.open(test);
    manifests =
        new AgentSandboxManifests(
            Files.createDirectory(directory.resolve("copy")), sandboxes(), router());
    Path controller = directory.resolve("controller.yaml");
    Files.writeString(controller, CONTROLLER.formatted(TestCluster.BUSYBOX));
    manifests.kubectl(router(), "apply", "-f", controller.toString());
    Router.in(routers).start();
    manifests.kubectl(
        router(), "rollout", "status", "deployment/agent-sandbox-controller", "--timeout=60s");
  }

  @AfterAll
  static void close() {
    if (test != null) {
      agents.close();
      test.close();
    }
    if (routers != null) {
      routers.close();
    }
  }

  @BeforeEach
  void makeWhole() throws Exception {
    manifests.apply();
    agents.awaitWarm("python", 2);
  }

  @Test
  void nothingIsMissing() {
    await()
        .atMost(BOUND)
        .untilAsserted(
            () -> {
              Report report = check();
              assertThat(report.missing()).as(report.output()).isEmpty();
              assertThat(report.exit()).as(report.output()).isZero();
              assertThat(report.output())
                  .contains("lets the router in", "2 of 2 ready", "All is well");
            });
  }

  @Test
  void accountRunsHardenedSandboxesThroughTheRouterOfAnotherNamespace() throws Exception {
    AccessSettings access =
        new AccessSettings(
            TestConnections.tunnelToRouter(router(), Router.SERVICE),
            new RuntimeSettings(RuntimeSettings.Kind.LEGACY, false, 8888, 8080, 9090));
    try (ExecThreads threads = ExecThreads.create();
        ClaimBackend backend =
            ClaimSandboxes.fromPool(
                AccountLogin.write(test.cluster(), "sandpool", directory),
                "python",
                access,
                threads)) {
      ManagedSandbox sandbox = backend.create(ClaimSandboxes.spec());

      assertThat(TestCommand.run(sandbox, "id -u; id -g").stdout()).isEqualTo("1000\n1000\n");
      assertThat(TestCommand.run(sandbox, "echo a >/workspace/a && echo b >/tmp/b").exitCode())
          .isZero();
      assertThat(TestCommand.run(sandbox, "echo c >/c").stderr()).contains("Read-only");
      assertThat(TestCommand.run(sandbox, "ls /var/run/secrets/kubernetes.io").stdout()).isEmpty();
      assertNoNetwork(sandbox);
      sandbox.destroy();
    }
  }

  private static void assertNoNetwork(ManagedSandbox sandbox) {
    URI server = URI.create(test.cluster().client().getBasePath());
    String connect =
        "python3 -c 'import socket; socket.create_connection((\"%s\", %d), 3)' && echo open || echo shut"
            .formatted(server.getHost(), server.getPort());
    assertThat(TestCommand.run(sandbox, connect).stdout()).isEqualTo("shut\n");
    Outcome lookUp = TestCommand.run(sandbox, "getent hosts example.com || echo none");
    assertThat(lookUp.stdout()).isEqualTo("none\n");
    assertThat(lookUp.end().duration()).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void namesTheRouter() throws Exception {
    manifests.kubectl(router(), "delete", "service", Router.SERVICE);
    assertOneMissing("the router: Service sandbox-router-svc in namespace " + router());
    assertThat(check("--no-router").exit()).isZero();

    manifests.kubectl(
        router(),
        "expose",
        "pod",
        "sandbox-router",
        "--name=" + Router.SERVICE,
        "--port=8080",
        "--target-port=http");
    manifests.kubectl(router(), "label", "pod", "sandbox-router", "app=other", "--overwrite");
    assertOneMissing("a Pod of the router that is ready");
    manifests.kubectl(
        router(), "label", "pod", "sandbox-router", "app=sandbox-router", "--overwrite");
  }

  @Test
  void namesThePolicyThatKeepsTheRouterOut() throws Exception {
    String closed = "does not let the router's Pods (app=sandbox-router in namespace " + router();
    String from = "/spec/networkPolicy/ingress/0/from/0/namespaceSelector/matchLabels";
    patchTemplate("[{'op': 'replace', 'path': '%s', 'value': {'team': 'blue'}}]".formatted(from));
    assertOneMissing(closed);

    patchTemplate(
        "[{'op': 'replace', 'path': '/spec/networkPolicy/ingress/0/ports/0/port', 'value': 1},"
            + "{'op': 'replace', 'path': '%s', 'value': {}}]".formatted(from));
    assertOneMissing(closed);
    assertThat(check("--port", "1").exit()).isZero();

    patchTemplate("[{'op': 'remove', 'path': '/spec/networkPolicy'}]");
    assertOneMissing(closed);
  }

  @Test
  void seesThroughOtherWaysToLetTheRouterIn() throws Exception {
    patchIngress(
        "{'from': [{'namespaceSelector': {}}], 'ports': [{'port': 8000, 'endPort': 9000}]}");
    assertThat(check().exit()).isZero();
    patchIngress("{}");
    assertThat(check().exit()).isZero();
    String in =
        "{'from': [{'namespaceSelector': {'matchExpressions': [{'key':"
            + " 'kubernetes.io/metadata.name', 'operator': '%s', 'values': ['a', '%s']}]}}]}";
    patchIngress(in.formatted("In", router()));
    assertThat(check().exit()).isZero();
    patchIngress(in.formatted("NotIn", router()));
    assertOneMissing("does not let the router's Pods");
    patchIngress("{'from': [{'podSelector': {}}]}");
    assertOneMissing("does not let the router's Pods");
    patchIngress("{'ports': [{'protocol': 'UDP', 'port': 8888}]}");
    assertOneMissing("does not let the router's Pods");
  }

  @Test
  void internetOpensPublicAddressesOnly() throws Exception {
    String rendered = manifests.withInternet();

    assertThat(rendered)
        .contains("cidr: 0.0.0.0/0", "- 169.254.0.0/16", "- 10.0.0.0/8", "- 1.1.1.1")
        .doesNotContain("127.0.0.1");
  }

  @Test
  void namesTemplateAndPool() throws Exception {
    manifests.kubectl(sandboxes(), "delete", "sandboxtemplate", "python");
    assertOneMissing("SandboxTemplate python in namespace " + sandboxes());
    manifests.apply();
    manifests.kubectl(sandboxes(), "delete", "sandboxwarmpool", "python");
    assertOneMissing("SandboxWarmPool python in namespace " + sandboxes());
  }

  @Test
  void namesAnEmptyPool() {
    agents.template("late", RuntimePod.legacy().env("LISTEN_HOST", "127.0.0.1"));
    agents.pool("late", "late", 1);

    assertOneMissing(
        "a ready Sandbox in SandboxWarmPool late", "--warm-pool", "late", "--template", "late");
  }

  @Test
  void namesRightsInBothNamespaces() throws Exception {
    manifests.kubectl(
        sandboxes(),
        "patch",
        "role",
        "sandpool-agent-sandbox",
        "--type=json",
        "--patch=[{\"op\": \"replace\", \"path\": \"/rules/1/verbs\", \"value\": [\"get\"]}]");
    assertOneMissing("sandpool to patch sandboxes in namespace " + sandboxes());

    manifests.apply();
    manifests.kubectl(router(), "delete", "rolebinding", "sandpool-router");
    assertMissing(
        4,
        "sandpool to get services in namespace " + router(),
        "sandpool to list pods in namespace " + router(),
        "sandpool to get pods/portforward in namespace " + router(),
        "sandpool to create pods/portforward in namespace " + router());
  }

  @Test
  void namesTheAccount() throws Exception {
    manifests.kubectl(sandboxes(), "delete", "serviceaccount", "sandpool");

    assertOneMissing("ServiceAccount " + sandboxes() + "/sandpool");
  }

  @Test
  void namesTheController() throws Exception {
    String[] start = {"patch", "deployment", "agent-sandbox-controller", "--type=json"};
    String path = "/spec/template/spec/containers/0/args";
    manifests.kubectl(
        router(), with(start, "[{'op': 'replace', 'path': '%s', 'value': []}]".formatted(path)));
    assertOneMissing("the controller's extensions");
    manifests.kubectl(
        router(),
        with(start, "[{'op': 'add', 'path': '%s', 'value': ['--extensions']}]".formatted(path)));

    manifests.kubectl(router(), "scale", "deployment/agent-sandbox-controller", "--replicas=0");
    assertOneMissing("a Pod of the controller");
    manifests.kubectl(router(), "scale", "deployment/agent-sandbox-controller", "--replicas=1");
    manifests.kubectl(
        router(), "rollout", "status", "deployment/agent-sandbox-controller", "--timeout=60s");
    assertOneMissing("the controller: Deployment other", "--controller", "other");
  }

  @Test
  void namesKindsAndTheirVersions() throws Exception {
    Path absent = kubectlThat("echo 'Error from server (NotFound): none' >&2; exit 1");
    assertThat(manifests.check(absent).missing())
        .singleElement()
        .asString()
        .contains("CustomResourceDefinition sandboxclaims.extensions.agents.x-k8s.io");

    Path old = kubectlThat("echo 'v1alpha1 '; exit 0");
    assertThat(manifests.check(old).missing())
        .singleElement()
        .asString()
        .contains("in v1beta1; it is served in: v1alpha1");
  }

  @Test
  void whatCannotBeLookedUpIsNotCalledMissing() throws Exception {
    Report report = manifests.check(kubectlThat("echo 'Error: forbidden' >&2; exit 1"));

    assertThat(report.exit()).isEqualTo(2);
    assertThat(report.output()).contains("cannot look", "forbidden").doesNotContain("MISSING");
  }

  private static void patchIngress(String rule) throws Exception {
    patchTemplate(
        "[{'op': 'replace', 'path': '/spec/networkPolicy/ingress', 'value': [%s]}]"
            .formatted(rule));
  }

  private static void patchTemplate(String patch) throws Exception {
    manifests.kubectl(
        sandboxes(),
        with(new String[] {"patch", "sandboxtemplate", "python", "--type=json"}, patch));
  }

  private static String[] with(String[] command, String patch) {
    String[] whole = Arrays.copyOf(command, command.length + 1);
    whole[command.length] = "--patch=" + patch.replace('\'', '"');
    return whole;
  }

  private static Path kubectlThat(String answer) throws Exception {
    Path bin = Files.createTempDirectory(directory, "bin");
    Path file = bin.resolve("kubectl");
    Files.writeString(file, OTHER_KUBECTL.formatted(answer, Kubectl.program()));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return bin;
  }

  private static void assertOneMissing(String what, String... options) {
    await()
        .atMost(BOUND)
        .untilAsserted(
            () -> {
              Report report = check(options);
              assertThat(report.missing())
                  .as(report.output())
                  .singleElement()
                  .asString()
                  .contains(what);
              assertThat(report.output()).contains("cure: ", "1 missing");
              assertThat(report.exit()).isEqualTo(1);
            });
  }

  private static void assertMissing(int count, String... what) {
    await()
        .atMost(BOUND)
        .untilAsserted(
            () -> {
              Report report = check();
              assertThat(report.missing()).as(report.output()).hasSize(count);
              assertThat(report.output()).contains(what);
            });
  }

  private static Report check(String... options) throws Exception {
    return manifests.check(Kubectl.program().getParent(), options);
  }

  private static String sandboxes() {
    return test.cluster().namespace();
  }

  private static String router() {
    return routers.cluster().namespace();
  }
}
