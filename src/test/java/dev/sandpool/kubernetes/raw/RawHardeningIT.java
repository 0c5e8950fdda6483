package dev.sandpool.kubernetes.raw;

import static dev.sandpool.backend.TestCommand.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.network.EgressRule;
import dev.sandpool.kubernetes.network.NetworkOptions;
import dev.sandpool.kubernetes.network.NetworkOptions.Reach;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Pod;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What a sandbox cannot do, tried from inside: in a Pod of the usual settings with a template that
 * adds an init container, a sidecar, variables and a volume.
 */
class RawHardeningIT {

  private static final String TEMPLATE =
      """
      metadata:
        labels: {tier: test}
      spec:
        affinity:
          podAntiAffinity:
            preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 1
              podAffinityTerm:
                topologyKey: kubernetes.io/hostname
                labelSelector: {matchLabels: {app.kubernetes.io/managed-by: sandpool}}
        topologySpreadConstraints:
        - topologyKey: kubernetes.io/hostname
          maxSkew: 5
          whenUnsatisfiable: ScheduleAnyway
        hostAliases: [{ip: 10.1.2.3, hostnames: [db.internal]}]
        volumes:
        - name: more
          emptyDir: {sizeLimit: 16Mi}
        initContainers:
        - name: first
          image: sandpool.test/busybox:1
          imagePullPolicy: Never
          command: [/bin/sh, -c, "grep -E '^(CapEff|NoNewPrivs):' /proc/self/status >/more/first"]
          volumeMounts: [{name: more, mountPath: /more}]
        containers:
        - name: sandbox
          env: [{name: MORE, value: "yes"}]
          volumeMounts: [{name: more, mountPath: /more}]
        - name: side
          image: sandpool.test/busybox:1
          imagePullPolicy: Never
          command: [/bin/sh, -c]
          args: ["grep -E '^(CapEff|NoNewPrivs):' /proc/self/status >/more/side; exec sleep 3600"]
          volumeMounts: [{name: more, mountPath: /more}]
      """;

  private static final String NO_RIGHTS = "CapEff:\t0000000000000000\nNoNewPrivs:\t1\n";

  private static TestCluster test;
  private static ExecThreads threads;
  private static RawBackend backend;
  private static ManagedSandbox sandbox;

  @BeforeAll
  static void open() {
    test = TestCluster.open("hardening");
    threads = ExecThreads.create();
    backend = new RawBackend(settings(TEMPLATE), threads, ExecTimings.DEFAULT);
    sandbox = backend.create(RawSandboxes.spec());
  }

  @AfterAll
  static void close() {
    if (sandbox != null) {
      sandbox.destroy();
    }
    if (backend != null) {
      backend.close();
    }
    if (test != null) {
      threads.close();
      test.close();
    }
  }

  @Test
  void isNobodyInParticular() {
    assertThat(run(sandbox, "id -u; id -g; id -G").stdout()).isEqualTo("1000\n1000\n1000\n");
  }

  @Test
  void hasNoSecretsInItsEnvironment() {
    assertThat(run(sandbox, "env | cut -d= -f1").stdout().lines())
        .contains("HOME", "MORE")
        .allSatisfy(
            name -> assertThat(name).doesNotMatch("(?i).*(token|secret|passw|cred|_key).*"));
  }

  @Test
  void hasNoRightsAndGetsNone() {
    assertThat(run(sandbox, "grep -E '^(CapEff|NoNewPrivs):' /proc/self/status").stdout())
        .isEqualTo(NO_RIGHTS);
    assertThat(run(sandbox, "grep '^Seccomp:' /proc/self/status").stdout())
        .isEqualTo("Seccomp:\t2\n");
  }

  @Test
  void containersBesideItHaveNoneEither() {
    assertThat(run(sandbox, "cat /more/first").stdout()).isEqualTo(NO_RIGHTS);
    assertThat(run(sandbox, "cat /more/side").stdout()).isEqualTo(NO_RIGHTS);
  }

  @Test
  void hasNoToken() {
    assertThat(run(sandbox, "ls /var/run/secrets /run/secrets").stdout()).isEmpty();
    assertThat(run(sandbox, "grep -c serviceaccount /proc/self/mounts").stdout()).isEqualTo("0\n");
  }

  @Test
  void rootIsReadOnlyAndTheRestIsNot() {
    assertThat(run(sandbox, "touch /x /etc/x /usr/x; echo $?").stdout()).isNotEqualTo("0\n");
    assertThat(run(sandbox, "awk '$2 == \"/\" {print substr($4, 1, 3)}' /proc/mounts").stdout())
        .isEqualTo("ro,\n");
    assertThat(run(sandbox, "touch /workspace/x /tmp/x /more/x").exitCode()).isZero();
  }

  @Test
  void reachesNeitherMetadataNorTheCluster() {
    URI server = URI.create(test.cluster().client().getBasePath());

    assertThat(connect("169.254.169.254", 80)).isNotIn(0, 99);
    assertThat(connect(server.getHost(), server.getPort())).isNotIn(0, 99);
    assertThat(run(sandbox, "timeout 8 getent hosts kubernetes.default.svc").exitCode())
        .isNotZero();
  }

  private static int connect(String host, int port) {
    String script =
        "command -v bash >/dev/null || exit 99; exec timeout 3 bash -c ': <>/dev/tcp/%s/%d'";
    return run(sandbox, script.formatted(host, port)).exitCode();
  }

  /** By the server's own admission, in a namespace under the restricted standard. */
  @Test
  void admissionTakesEverySetting() {
    PodOptions all =
        new PodOptions(
            new ImageOptions("Never", List.of("registry"), List.of("/bin/sh", "-c", "sleep 9")),
            new SecurityOptions(1234, 2345, 3456, "Localhost/profiles/a.json", false),
            new PlacementOptions(
                Optional.of("default"),
                Optional.empty(),
                Optional.empty(),
                Map.of("pool", "sandboxes"),
                List.of(
                    Toleration.parse("dedicated=sandboxes:NoSchedule"), Toleration.parse("gpu"))),
            new NameOptions(
                Map.of("10.0.0.5", List.of("db", "db.internal")),
                "None",
                List.of("10.0.0.10"),
                List.of("example.com"),
                List.of("ndots:2", "edns0")),
            new NetworkOptions(
                Reach.INTERNET,
                List.of(EgressRule.nameServer("k8s-app=kube-dns@kube-system")),
                List.of(EgressRule.address("10.0.0.0/8:8000-8100/udp")),
                List.of(EgressRule.service("app=db+tier=a@team=blue:5432"))),
            Map.of("team", "blue"),
            Map.of("example.com/owner", "team blue"),
            Optional.of(PodTemplate.parse(TEMPLATE)),
            NamespaceOptions.DEFAULT);
    RawSettings settings =
        new RawSettings(
            test.settings(), Duration.ofHours(1), false, all, Map.of(), IsolationSettings.OFF);
    V1Pod pod = new PodFactory(settings).pod("sp-dryrun", RawSandboxes.spec());

    assertThatCode(
            () ->
                new CoreV1Api(test.cluster().client())
                    .createNamespacedPod(test.cluster().namespace(), pod)
                    .dryRun("All")
                    .fieldValidation("Strict")
                    .execute())
        .doesNotThrowAnyException();
  }

  private static RawSettings settings(String template) {
    PodOptions usual = PodOptions.DEFAULT;
    return new RawSettings(
        test.settings(),
        Duration.ofHours(1),
        false,
        new PodOptions(
            usual.image(),
            usual.security(),
            usual.placement(),
            usual.names(),
            usual.network(),
            usual.labels(),
            usual.annotations(),
            Optional.of(PodTemplate.parse(template)),
            usual.namespace()),
        Map.of(),
        IsolationSettings.OFF);
  }
}
