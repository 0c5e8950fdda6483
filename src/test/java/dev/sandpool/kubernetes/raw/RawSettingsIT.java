package dev.sandpool.kubernetes.raw;

import static dev.sandpool.backend.TestCommand.run;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.network.NetworkOptions;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.NodeV1Api;
import io.kubernetes.client.openapi.apis.SchedulingV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PriorityClass;
import io.kubernetes.client.openapi.models.V1RuntimeClass;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the settings of Pods and a template come to on a cluster: in the Pod as the server keeps it,
 * and seen from inside.
 */
class RawSettingsIT {

  private static final String TEMPLATE =
      """
      spec:
        affinity:
          nodeAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              nodeSelectorTerms:
              - matchExpressions: [{key: kubernetes.io/os, operator: In, values: [linux]}]
        topologySpreadConstraints:
        - topologyKey: kubernetes.io/hostname
          maxSkew: 50
          whenUnsatisfiable: DoNotSchedule
          labelSelector: {matchLabels: {team: blue}}
        volumes:
        - {name: config, configMap: {name: config}}
        - {name: secret, secret: {secretName: registry}}
        - {name: shared, emptyDir: {medium: Memory, sizeLimit: 8Mi}}
        initContainers:
        - name: first
          image: sandpool.test/busybox:1
          command: [/bin/sh, -c, "echo first >/shared/first"]
          volumeMounts: [{name: shared, mountPath: /shared}]
        - name: beside
          image: sandpool.test/busybox:1
          restartPolicy: Always
          command: [/bin/sh, -c, "while :; do date +%s >/shared/beside; sleep 1; done"]
          volumeMounts: [{name: shared, mountPath: /shared}]
        containers:
        - name: sandbox
          envFrom: [{configMapRef: {name: config}}]
          volumeMounts:
          - {name: config, mountPath: /etc/app, readOnly: true}
          - {name: secret, mountPath: /etc/registry, readOnly: true}
          - {name: shared, mountPath: /shared}
      """;

  private static TestCluster test;
  private static ExecThreads threads;
  private static String unique;
  private static RawBackend backend;
  private static ManagedSandbox sandbox;
  private static V1Pod pod;

  @BeforeAll
  static void open() throws ApiException {
    test = TestCluster.open("settings");
    threads = ExecThreads.create();
    unique = test.cluster().namespace();
    prepare();
    backend = backend(options(Optional.of(unique), Optional.of(PodTemplate.parse(TEMPLATE))));
    sandbox = backend.create(spec("default"));
    pod =
        new CoreV1Api(test.cluster().client())
            .readNamespacedPod(sandbox.id(), test.cluster().namespace())
            .execute();
  }

  /** What Pods refer to by name; two kinds of it are the whole cluster's. */
  private static void prepare() throws ApiException {
    CoreV1Api core = new CoreV1Api(test.cluster().client());
    core.createNamespacedConfigMap(
            unique, new V1ConfigMap().metadata(named("config")).data(Map.of("GREETING", "hello")))
        .execute();
    core.createNamespacedSecret(
            unique,
            new V1Secret()
                .metadata(named("registry"))
                .type("kubernetes.io/dockerconfigjson")
                .data(Map.of(".dockerconfigjson", "{\"auths\":{}}".getBytes(UTF_8))))
        .execute();
    core.createNamespacedServiceAccount(unique, new V1ServiceAccount().metadata(named("runner")))
        .execute();
    new SchedulingV1Api(test.cluster().client())
        .createPriorityClass(new V1PriorityClass().metadata(named(unique)).value(7))
        .execute();
    new NodeV1Api(test.cluster().client())
        .createRuntimeClass(new V1RuntimeClass().metadata(named(unique)).handler("runc"))
        .execute();
  }

  @AfterAll
  static void close() throws ApiException {
    if (test == null) {
      return;
    }
    try {
      new SchedulingV1Api(test.cluster().client()).deletePriorityClass(unique).execute();
      new NodeV1Api(test.cluster().client()).deleteRuntimeClass(unique).execute();
    } finally {
      if (backend != null) {
        backend.close();
      }
      threads.close();
      test.close();
    }
  }

  @Test
  void classesOfTheClusterAreThePods() {
    assertThat(pod.getSpec().getPriorityClassName()).isEqualTo(unique);
    assertThat(pod.getSpec().getPriority()).isEqualTo(7);
    assertThat(pod.getSpec().getRuntimeClassName()).isEqualTo(unique);
  }

  @Test
  void placementIsAsSet() {
    V1PodSpec spec = pod.getSpec();

    assertThat(spec.getNodeSelector()).containsEntry("kubernetes.io/os", "linux");
    assertThat(spec.getTolerations())
        .anySatisfy(
            toleration -> {
              assertThat(toleration.getKey()).isEqualTo("dedicated");
              assertThat(toleration.getValue()).isEqualTo("sandboxes");
              assertThat(toleration.getEffect()).isEqualTo("NoSchedule");
            });
    assertThat(spec.getAffinity().getNodeAffinity()).isNotNull();
    assertThat(spec.getTopologySpreadConstraints()).hasSize(1);
    assertThat(spec.getServiceAccountName()).isEqualTo("runner");
    assertThat(spec.getImagePullSecrets()).extracting("name").containsExactly("registry");
    assertThat(spec.getActiveDeadlineSeconds()).isEqualTo(3600);
    assertThat(pod.getMetadata().getLabels()).containsEntry("team", "blue");
    assertThat(pod.getMetadata().getAnnotations()).containsEntry("example.com/owner", "team blue");
  }

  /** On one node, what must not be scheduled shows best that the scheduler reads it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "spec: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
            + " {nodeSelectorTerms: [{matchExpressions: [{key: disk, operator: In,"
            + " values: [fast]}]}]}}}} | node affinity",
        "spec: {topologySpreadConstraints: [{topologyKey: no/where, maxSkew: 1,"
            + " whenUnsatisfiable: DoNotSchedule, labelSelector: {}}]} | topology spread",
        "spec: {nodeSelector: {disk: fast}} | selector"
      })
  void schedulerHonoursTheTemplate(String template, String expected) {
    try (RawBackend strict =
        backend(options(Optional.empty(), Optional.of(PodTemplate.parse(template))))) {
      SandboxSpec usual = spec("default");
      SandboxSpec hasty =
          new SandboxSpec(
              usual.name(),
              usual.image(),
              usual.workingDirectory(),
              usual.environment(),
              usual.resources(),
              Duration.ofSeconds(3),
              Optional.empty());

      assertThatThrownBy(() -> strict.create(hasty))
          .isInstanceOf(SandboxStartException.class)
          .hasMessageContaining("Unschedulable")
          .hasMessageContaining(expected);
    }
  }

  @Test
  void usersAndGroupsAreAsSet() {
    assertThat(run(sandbox, "id -u; id -g; id -G; stat -c %g /workspace").stdout())
        .isEqualTo("1234\n2345\n2345 3456\n3456\n");
  }

  @Test
  void rootCanBeWritable() {
    assertThat(run(sandbox, "awk '$2 == \"/\" {print substr($4, 1, 3)}' /proc/mounts").stdout())
        .isEqualTo("rw,\n");
  }

  @Test
  void firstProcessIsAsSet() {
    assertThat(run(sandbox, "tr '\\0' ' ' </proc/1/cmdline").stdout())
        .isEqualTo("/bin/sh -c while :; do sleep 1; done ");
  }

  @Test
  void namesAreFoundAsSet() {
    assertThat(run(sandbox, "getent hosts db.internal; getent hosts db").stdout())
        .matches("(?s)10\\.0\\.0\\.5 +db db\\.internal\n10\\.0\\.0\\.5 +db db\\.internal\n");
    List<String> resolver = run(sandbox, "cat /etc/resolv.conf").stdout().lines().toList();
    assertThat(resolver).contains("nameserver 10.0.0.10", "search example.com");
    // The kubelet puts options in any order.
    assertThat(resolver).containsAnyOf("options ndots:2 edns0", "options edns0 ndots:2");
  }

  @Test
  void environmentIsAsWritten() {
    assertThat(run(sandbox, "printf '%s|%s|%s' \"$ODD\" \"$GREETING\" \"$HOME\"").stdout())
        .isEqualTo("$(HOME) $$ a b|hello|/workspace");
  }

  @Test
  void volumesAreMounted() {
    assertThat(run(sandbox, "cat /etc/app/GREETING /etc/registry/.dockerconfigjson").stdout())
        .isEqualTo("hello{\"auths\":{}}");
    assertThat(run(sandbox, "touch /etc/app/x").exitCode()).isNotZero();
    assertThat(run(sandbox, "awk '$2 == \"/shared\" {print $3}' /proc/mounts").stdout())
        .isEqualTo("tmpfs\n");
  }

  @Test
  void containersBeforeAndBesideItRan() {
    assertThat(run(sandbox, "cat /shared/first").stdout()).isEqualTo("first\n");
    assertThat(run(sandbox, "grep -c '^[0-9]*$' /shared/beside").stdout()).isEqualTo("1\n");
  }

  @Test
  void resourcesAreAsSet() {
    var resources =
        pod.getSpec().getContainers().stream()
            .filter(container -> container.getName().equals("sandbox"))
            .findFirst()
            .orElseThrow()
            .getResources();

    assertThat(resources.getRequests())
        .containsEntry("cpu", new Quantity("10m"))
        .containsEntry("memory", new Quantity("32Mi"))
        .containsEntry("ephemeral-storage", new Quantity("64Mi"));
    assertThat(resources.getLimits())
        .containsEntry("cpu", new Quantity("1"))
        .containsEntry("memory", new Quantity("96Mi"))
        .containsEntry("ephemeral-storage", new Quantity("2Gi"));
    String limit =
        "cat /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes 2>/dev/null";
    assertThat(run(sandbox, limit).stdout()).isEqualTo(96 * 1024 * 1024 + "\n");
  }

  @Test
  void specificationWithOptionsOfItsOwnGetsThose() {
    ManagedSandbox plain = backend.create(spec("plain"));

    assertThat(run(plain, "id -u; [ -e /shared ] || echo none").stdout()).isEqualTo("1000\nnone\n");
    plain.destroy();
  }

  private static RawBackend backend(PodOptions options) {
    RawSettings settings =
        new RawSettings(
            test.settings(),
            Duration.ofHours(1),
            false,
            options,
            Map.of("plain", PodOptions.DEFAULT),
            IsolationSettings.OFF);
    return new RawBackend(settings, threads, ExecTimings.DEFAULT);
  }

  private static PodOptions options(Optional<String> classes, Optional<PodTemplate> template) {
    return new PodOptions(
        new ImageOptions(
            "Never", List.of("registry"), List.of("/bin/sh", "-c", "while :; do sleep 1; done")),
        new SecurityOptions(1234, 2345, 3456, SecurityOptions.RUNTIME_DEFAULT, false),
        new PlacementOptions(
            Optional.of("runner"),
            classes,
            classes,
            Map.of("kubernetes.io/os", "linux"),
            List.of(Toleration.parse("dedicated=sandboxes:NoSchedule"))),
        new NameOptions(
            Map.of("10.0.0.5", List.of("db", "db.internal")),
            "None",
            List.of("10.0.0.10"),
            List.of("example.com"),
            List.of("ndots:2", "edns0")),
        NetworkOptions.NONE,
        Map.of("team", "blue"),
        Map.of("example.com/owner", "team blue"),
        template,
        NamespaceOptions.DEFAULT);
  }

  private static SandboxSpec spec(String name) {
    SandboxSpec usual = RawSandboxes.spec();
    return new SandboxSpec(
        name,
        usual.image(),
        usual.workingDirectory(),
        Map.of("ODD", "$(HOME) $$ a b"),
        new SandboxSpec.Resources("10m", "1", "32Mi", "96Mi", "64Mi", "2Gi"),
        usual.startupTimeout(),
        Optional.empty());
  }

  private static V1ObjectMeta named(String name) {
    return new V1ObjectMeta().name(name);
  }
}
