package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.network.EgressRule;
import dev.sandpool.kubernetes.network.NetworkOptions;
import dev.sandpool.kubernetes.network.NetworkOptions.Reach;
import dev.sandpool.kubernetes.network.SandboxPolicy;
import dev.sandpool.testcluster.PlainPod;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.NetworkingV1Api;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1NetworkPolicyEgressRule;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.util.Yaml;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What sandboxes reach, tried on the wire: three servers, two of one name in two namespaces, listen
 * at several ports each.
 */
class RawNetworkIT {

  /** A network plugin needs a moment to take note of a new Pod. */
  private static final Duration BOUND = Duration.ofSeconds(30);

  private static final String SERVE =
      """
      python3 -c '
      import selectors, socket
      waiting = selectors.DefaultSelector()
      for port in 53, 8080, 8081, 8082:
          tcp = socket.create_server(("", port))
          waiting.register(tcp, selectors.EVENT_READ, "tcp")
          udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
          udp.bind(("", port))
          waiting.register(udp, selectors.EVENT_READ, "udp")
      while True:
          for key, _ in waiting.select():
              if key.data == "tcp":
                  caller, _ = key.fileobj.accept()
                  caller.sendall(b"here")
                  caller.close()
              else:
                  _, caller = key.fileobj.recvfrom(64)
                  key.fileobj.sendto(b"here", caller)
      '
      """;

  private static final String CALL =
      """
      exec python3 -c '
      import os, socket, sys
      kind = socket.SOCK_DGRAM if os.environ["KIND"] == "udp" else socket.SOCK_STREAM
      server = socket.socket(socket.AF_INET, kind)
      server.settimeout(1)
      server.connect((os.environ["ADDRESS"], int(os.environ["PORT"])))
      if kind == socket.SOCK_DGRAM:
          server.send(b"hello")
      sys.exit(0 if server.recv(4) == b"here" else 1)
      '
      """;

  private static final String METADATA = "192.0.0.192";
  private static final int METADATA_PORT = 18099;

  private static final String METADATA_SERVER =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: server}
      spec:
        hostNetwork: true
        automountServiceAccountToken: false
        terminationGracePeriodSeconds: 10
        activeDeadlineSeconds: 300
        containers:
        - name: main
          image: sandpool.test/busybox:1
          imagePullPolicy: Never
          securityContext: {runAsUser: 0, capabilities: {add: [NET_ADMIN]}}
          command: [/bin/sh, -c]
          args:
          - |
            trap 'ip addr del 192.0.0.192/32 dev lo; exit' TERM
            ip addr add 192.0.0.192/32 dev lo
            nc -ll -p 18099 -e echo here &
            wait
      """;

  private static TestCluster test;
  private static TestCluster elsewhere;
  private static ExecThreads threads;
  private static RawBackend backend;
  private static String names;
  private static String data;
  private static String otherData;

  @BeforeAll
  static void open() throws ApiException {
    test = TestCluster.open("network");
    elsewhere = TestCluster.open("elsewhere");
    threads = ExecThreads.create();
    PlainPod namesPod = PlainPod.start(test, "names", SERVE);
    PlainPod dataPod = PlainPod.start(test, "data", SERVE);
    PlainPod otherPod = PlainPod.start(elsewhere, "data", SERVE);
    names = namesPod.address();
    data = dataPod.address();
    otherData = otherPod.address();
    backend = new RawBackend(settings(), threads, ExecTimings.DEFAULT);
  }

  @AfterAll
  static void close() {
    if (backend != null) {
      backend.close();
    }
    if (elsewhere != null) {
      elsewhere.close();
    }
    if (test != null) {
      threads.close();
      test.close();
    }
  }

  private static RawSettings settings() {
    List<EgressRule> servers =
        List.of(EgressRule.nameServer("app=names@" + test.cluster().namespace()));
    return new RawSettings(
        test.settings(),
        Duration.ofHours(1),
        false,
        PodOptions.DEFAULT,
        Map.of(
            "dns",
            reaching(new NetworkOptions(Reach.DNS, servers, List.of(), List.of())),
            "internet",
            reaching(new NetworkOptions(Reach.INTERNET, servers, List.of(), List.of())),
            "addresses",
            reaching(addresses(data + ":8080", names + "/32:8080-8081", otherData + ":8082/udp")),
            "services",
            reaching(
                new NetworkOptions(
                    Reach.NONE,
                    servers,
                    List.of(),
                    List.of(
                        EgressRule.service("app=data@" + test.cluster().namespace() + ":8080")))),
            "everything",
            reaching(addresses("0.0.0.0/0", "::/0"))),
        IsolationSettings.OFF);
  }

  @Test
  void nothingUnlessAllowed() {
    ManagedSandbox sandbox = create("default");

    assertNever(sandbox, "tcp", data, 8080);
    assertNever(sandbox, "udp", names, 53);
    sandbox.destroy();
  }

  @Test
  void namesOnly() {
    ManagedSandbox sandbox = create("dns");

    assertReaches(sandbox, "udp", names, 53);
    assertReaches(sandbox, "tcp", names, 53);
    assertNever(sandbox, "tcp", names, 8080);
    assertNever(sandbox, "udp", names, 8080);
    assertNever(sandbox, "udp", data, 53);
    sandbox.destroy();
  }

  @Test
  void allowedPortsOfAllowedAddresses() {
    ManagedSandbox sandbox = create("addresses");

    assertReaches(sandbox, "tcp", data, 8080);
    assertReaches(sandbox, "tcp", names, 8080);
    assertReaches(sandbox, "tcp", names, 8081);
    assertReaches(sandbox, "udp", otherData, 8082);
    assertNever(sandbox, "tcp", data, 8081);
    assertNever(sandbox, "udp", data, 8080);
    assertNever(sandbox, "tcp", names, 8082);
    assertNever(sandbox, "tcp", otherData, 8082);
    sandbox.destroy();
  }

  @Test
  void servicesByTheirLabelsAndNamespace() {
    ManagedSandbox sandbox = create("services");

    assertReaches(sandbox, "tcp", data, 8080);
    assertNever(sandbox, "tcp", data, 8081);
    assertNever(sandbox, "tcp", names, 8080);
    assertNever(sandbox, "tcp", otherData, 8080);
    sandbox.destroy();
  }

  @Test
  void internetIsNotTheCluster() {
    ManagedSandbox sandbox = create("internet");

    assertReaches(sandbox, "udp", names, 53);
    assertNever(sandbox, "tcp", names, 8080);
    assertNever(sandbox, "tcp", data, 8080);
    sandbox.destroy();
  }

  /** Everything is allowed, and reached; the policy says what not, as the server keeps it. */
  @Test
  void everythingIsWithoutMetadata() throws ApiException {
    ManagedSandbox sandbox = create("everything");
    assertReaches(sandbox, "tcp", data, 8080);
    assertReaches(sandbox, "udp", otherData, 53);

    V1NetworkPolicy policy =
        network().readNamespacedNetworkPolicy(name("everything"), here()).execute();

    assertThat(policy.getSpec().getEgress())
        .flatExtracting(V1NetworkPolicyEgressRule::getTo)
        .extracting(peer -> peer.getIpBlock().getExcept())
        .satisfiesExactly(
            four -> assertThat(four).contains("169.254.0.0/16", "100.100.100.200/32"),
            six -> assertThat(six).contains("fe80::/10", "fd00:ec2::/32"));
    sandbox.destroy();
  }

  /**
   * One of the metadata addresses, put on the node for a moment: a Pod without policy reaches it, a
   * sandbox that may reach everything does not, though it reaches the node's own address.
   */
  @Test
  void metadataAddressIsNotReached() throws ApiException {
    TestCluster nodes = TestCluster.open("metadata", "privileged");
    try {
      CoreV1Api core = new CoreV1Api(nodes.cluster().client());
      String there = nodes.cluster().namespace();
      V1Pod server = Yaml.loadAs(METADATA_SERVER, V1Pod.class);
      server.getSpec().overhead(null);
      core.createNamespacedPod(there, server).execute();
      PlainPod.start(test, "witness", "sh -c 'until " + plainCall(METADATA) + "; do :; done'")
          .awaitSuccess();
      String node = core.readNamespacedPod("server", there).execute().getStatus().getHostIP();
      ManagedSandbox sandbox = create("everything");

      assertReaches(sandbox, "tcp", node, METADATA_PORT);
      assertNever(sandbox, "tcp", METADATA, METADATA_PORT);
      assertReaches(sandbox, "tcp", node, METADATA_PORT);
      sandbox.destroy();
    } finally {
      nodes.close();
    }
  }

  private static String plainCall(String address) {
    return "timeout 2 bash -c \"read -r word <>/dev/tcp/%s/%d && test here = \\$word\""
        .formatted(address, METADATA_PORT);
  }

  /**
   * Not even one that may reach everything. (The two are under different policies: the plugin of
   * the test cluster takes what a policy lets out for let in where it is for both Pods.)
   */
  @Test
  void nobodyReachesIn() throws ApiException {
    ManagedSandbox caller = create("everything");
    ManagedSandbox callee = create("dns");
    TestCommand.command(callee, SERVE.replace("53, ", "")).start((stream, bytes) -> {});
    String address =
        new CoreV1Api(test.cluster().client())
            .readNamespacedPod(callee.id(), here())
            .execute()
            .getStatus()
            .getPodIP();

    assertReaches(callee, "tcp", address, 8080);
    assertReaches(caller, "tcp", data, 8080);
    assertNever(caller, "tcp", address, 8080);
    caller.destroy();
    callee.destroy();
  }

  @Test
  void policyIsNamedByItsContentAndLooksItsPodsUp() throws ApiException {
    ManagedSandbox sandbox = create("dns");

    assertThat(
            new CoreV1Api(test.cluster().client())
                .readNamespacedPod(sandbox.id(), here())
                .execute()
                .getMetadata()
                .getLabels())
        .containsEntry(SandboxPolicy.LABEL, policy("dns").label());
    assertThat(name("dns")).startsWith("sandpool-net-");
    sandbox.destroy();
  }

  /** Whoever could set the label could leave the policy. */
  @Test
  void claimCannotTakeAPodOutOfItsPolicy() {
    ManagedSandbox sandbox = create("default");

    assertThatThrownBy(() -> sandbox.claim(FreeTenancy.terms(Map.of("network", "open"))))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'network'");
    sandbox.destroy();
  }

  @Test
  void changedPolicyStopsCreation() throws ApiException {
    create("services").destroy();
    String name = name("services");
    V1NetworkPolicy policy = network().readNamespacedNetworkPolicy(name, here()).execute();
    policy.getSpec().addEgressItem(new V1NetworkPolicyEgressRule());
    network().replaceNamespacedNetworkPolicy(name, here(), policy).execute();

    assertThatThrownBy(() -> create("services"))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining(here() + "/" + name)
        .hasMessageContaining("delete it");

    network().deleteNamespacedNetworkPolicy(name, here()).execute();
    create("services").destroy();
  }

  private static PodOptions reaching(NetworkOptions network) {
    PodOptions usual = PodOptions.DEFAULT;
    return new PodOptions(
        usual.image(),
        usual.security(),
        usual.placement(),
        usual.names(),
        network,
        usual.labels(),
        usual.annotations(),
        usual.template(),
        usual.namespace());
  }

  private static NetworkOptions addresses(String... allowed) {
    return new NetworkOptions(
        Reach.NONE,
        List.of(),
        List.of(allowed).stream().map(EgressRule::address).toList(),
        List.of());
  }

  private static ManagedSandbox create(String name) {
    SandboxSpec usual = RawSandboxes.spec();
    return backend.create(
        new SandboxSpec(
            name,
            usual.image(),
            usual.workingDirectory(),
            usual.environment(),
            usual.resources(),
            usual.startupTimeout(),
            Optional.empty()));
  }

  private static void assertReaches(
      ManagedSandbox from, String protocol, String address, int port) {
    await()
        .atMost(BOUND)
        .untilAsserted(() -> assertThat(call(from, protocol, address, port)).isTrue());
  }

  private static void assertNever(ManagedSandbox from, String protocol, String address, int port) {
    await()
        .atMost(BOUND)
        .untilAsserted(
            () -> {
              // Twice: one call may fail for reasons of its own.
              assertThat(call(from, protocol, address, port)).isFalse();
              assertThat(call(from, protocol, address, port)).isFalse();
            });
  }

  private static boolean call(ManagedSandbox from, String protocol, String address, int port) {
    return TestCommand.command(from, CALL)
            .with("KIND", protocol)
            .with("ADDRESS", address)
            .with("PORT", Integer.toString(port))
            .run()
            .exitCode()
        == 0;
  }

  private static NetworkingV1Api network() {
    return new NetworkingV1Api(test.cluster().client());
  }

  private static String here() {
    return test.cluster().namespace();
  }

  private static SandboxPolicy policy(String spec) {
    return settings().pod(spec).policy();
  }

  private static String name(String spec) {
    return policy(spec).name();
  }
}
