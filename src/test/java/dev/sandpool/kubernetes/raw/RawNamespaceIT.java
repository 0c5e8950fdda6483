package dev.sandpool.kubernetes.raw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.NetworkIsolation;
import dev.sandpool.backend.SandboxIds;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.files.ShellFiles;
import dev.sandpool.kubernetes.network.NetworkOptions;
import dev.sandpool.kubernetes.network.SandboxPolicy;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.NetworkingV1Api;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1LimitRangeItem;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A namespace for each sandbox: bounded before its Pod is there, and gone when it is over. */
class RawNamespaceIT {

  private static final Duration BOUND = Duration.ofSeconds(30);

  private static final byte[] CREDENTIALS = "{\"auths\":{}}".getBytes(UTF_8);

  private static final String POLICY = SandboxPolicy.of(NetworkOptions.NONE).name();

  private static TestCluster test;
  private static ExecThreads threads;
  private static RawBackend backend;
  private static CoreV1Api core;

  @BeforeAll
  static void open() {
    test = TestCluster.open("spaces");
    threads = ExecThreads.create();
    backend = open(RawSandboxes.namespaced(test.settings()));
    core = new CoreV1Api(test.cluster().client());
  }

  @AfterAll
  static void close() {
    if (test != null) {
      backend.close();
      threads.close();
      test.close();
    }
  }

  @Test
  void namespaceIsSandpoolsAndHoldsAllThatBoundsThePod() throws ApiException {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    String id = sandbox.id();

    assertThat(core.readNamespace(id).execute().getMetadata().getLabels())
        .containsEntry("app.kubernetes.io/managed-by", "sandpool")
        .containsEntry("sandpool.dev/sandbox", id)
        .containsEntry("sandpool.dev/home", test.cluster().namespace())
        .containsEntry("pod-security.kubernetes.io/enforce", "restricted")
        .containsEntry("pod-security.kubernetes.io/audit", "restricted")
        .containsEntry("pod-security.kubernetes.io/warn", "restricted");
    assertThat(quota(id)).isEqualTo(quantities(Map.of("pods", "1", "services", "0")));
    V1LimitRangeItem limits = limits(id);
    assertThat(limits.getDefault())
        .isEqualTo(quantities(Map.of("cpu", "1", "memory", "512Mi", "ephemeral-storage", "2Gi")));
    assertThat(limits.getDefaultRequest())
        .isEqualTo(quantities(Map.of("cpu", "10m", "memory", "32Mi", "ephemeral-storage", "64Mi")));
    assertThatCode(
            () ->
                new NetworkingV1Api(test.cluster().client())
                    .readNamespacedNetworkPolicy(POLICY, id)
                    .execute())
        .doesNotThrowAnyException();
    assertThat(pod(id).getMetadata().getLabels()).containsEntry("sandpool.dev/state", "starting");
    sandbox.destroy();
  }

  @Test
  void commandsAndFilesWork() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    sandbox.claim(FreeTenancy.terms(Map.of("customer", "42")));
    ShellFiles files = new ShellFiles(sandbox::start, "/", BOUND);

    files.write("/workspace/hello", "from here".getBytes(UTF_8));

    assertThat(TestCommand.run(sandbox, "cat hello").stdout()).isEqualTo("from here");
    assertThat(files.readBytes("/workspace/hello")).isEqualTo("from here".getBytes(UTF_8));
    assertThat(sandbox.info().labels()).containsOnly(Map.entry("customer", "42"));
    sandbox.destroy();
  }

  @Test
  void closedSandboxIsOfNoUseAtOnceAndItsNamespaceGoes() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    sandbox.claim(FreeTenancy.terms(Map.of()));
    long start = System.nanoTime();

    sandbox.destroy();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    assertThatThrownBy(() -> TestCommand.run(sandbox, "echo hi"))
        .isInstanceOf(SandboxLostException.class);
    assertThat(backend.find(sandbox.id())).isEmpty();
    awaitGone(sandbox.id());
  }

  @Test
  void failedStartSaysWhyAndLeavesNothing() {
    SandboxStartException error =
        catchThrowableOfType(
            SandboxStartException.class,
            () -> backend.create(RawSandboxes.spec("sandpool.test/none:9")));

    assertThat(error).hasMessageContaining("Pod event Failed");
    awaitGone(error.getMessage().replaceAll("(?s).*(sp-[a-z0-9]{10}).*", "$1"));
  }

  @Test
  void podThatIsRefusedLeavesNothing() {
    NamespaceOptions none = new NamespaceOptions(Map.of("pods", "0"), Map.of(), Map.of(), Map.of());

    SandboxStartException error = refusal(none);

    assertThat(error).hasMessageContaining("exceeded quota: sandpool");
    awaitGone(error.getMessage().replaceAll("(?s).*(sp-[a-z0-9]{10}).*", "$1"));
  }

  @Test
  void boundsThatAreNoneAreRefusedAndLeaveNothing() {
    NamespaceOptions odd =
        new NamespaceOptions(
            Map.of("pods", "1"), Map.of("default.cpu", "2", "max.cpu", "1"), Map.of(), Map.of());

    SandboxStartException error = refusal(odd);

    assertThat(error).hasMessageContaining("LimitRange").hasMessageContaining("default");
    awaitGone(error.getMessage().replaceAll("(?s).*(sp-[a-z0-9]{10}).*", "$1"));
  }

  @Test
  void namespaceGoesWhenItsPodIsDeleted() throws ApiException {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    sandbox.claim(FreeTenancy.terms(Map.of()));

    core.deleteNamespacedPod(sandbox.id(), sandbox.id()).gracePeriodSeconds(0).execute();

    await().atMost(BOUND).until(() -> sandbox.lost().isPresent());
    awaitGone(sandbox.id());
  }

  @Test
  void namespaceGoesWhenItsPodEnds() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    sandbox.claim(FreeTenancy.terms(Map.of()));

    // Whether its shell still tells that the sleep was killed is the kernel's choice.
    TestCommand.command(sandbox, "kill -TERM 1; sleep 20").in("/").start((stream, bytes) -> {});

    await().atMost(BOUND).until(() -> sandbox.lost().isPresent());

    awaitGone(sandbox.id());
  }

  @Test
  void quotaRefusesASecondPod() throws ApiException {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    V1Pod second =
        new PodFactory(RawSandboxes.settings(test.settings())).pod("second", RawSandboxes.spec());

    ApiException refused =
        catchThrowableOfType(
            ApiException.class, () -> core.createNamespacedPod(sandbox.id(), second).execute());

    assertThat(refused.getCode()).isEqualTo(403);
    assertThat(refused.getResponseBody()).contains("exceeded quota: sandpool", "pods=1");
    sandbox.destroy();
  }

  @Test
  void settingsReachTheNamespace() throws ApiException {
    NamespaceOptions options =
        new NamespaceOptions(
            Map.of("pods", "2", "limits.memory", "1Gi", "limits.cpu", "3"),
            Map.of("default.memory", "64Mi", "max.memory", "768Mi", "min.cpu", "1m"),
            Map.of("team", "green"),
            Map.of("example.com/cost", "a b"));
    String sidecar =
        "spec: {containers: [{name: side, image: %s, command: [sleep, '600']}]}"
            .formatted(TestCluster.DEBIAN);
    PodOptions pod = options(Optional.of(PodTemplate.parse(sidecar)), options);
    RawBackend bounded = open(settings(pod));

    ManagedSandbox sandbox = bounded.create(RawSandboxes.spec());
    V1ObjectMeta meta = core.readNamespace(sandbox.id()).execute().getMetadata();

    assertThat(meta.getLabels()).containsEntry("team", "green");
    assertThat(meta.getAnnotations()).containsEntry("example.com/cost", "a b");
    assertThat(quota(sandbox.id())).isEqualTo(quantities(options.quota()));
    assertThat(limits(sandbox.id()).getMax()).containsEntry("memory", new Quantity("768Mi"));
    assertThat(limits(sandbox.id()).getMin()).containsEntry("cpu", new Quantity("1m"));
    assertThat(limits(sandbox.id()).getDefault()).containsEntry("cpu", new Quantity("1"));
    assertThat(pod(sandbox.id()).getSpec().getContainers())
        .filteredOn(container -> container.getName().equals("side"))
        .extracting(RawNamespaceIT::memoryLimit)
        .containsExactly(new Quantity("64Mi"));
    sandbox.destroy();
    bounded.close();
  }

  @Test
  void whatThePodNamesComesAlong() throws ApiException {
    String home = test.cluster().namespace();
    core.createNamespacedSecret(home, secret("registry", "kubernetes.io/dockerconfigjson"))
        .execute();
    RawBackend named = open(settings(naming("nobody", "registry")));

    ManagedSandbox sandbox = named.create(RawSandboxes.spec());

    assertThat(pod(sandbox.id()).getSpec().getServiceAccountName()).isEqualTo("nobody");
    assertThat(core.readNamespacedSecret("registry", sandbox.id()).execute().getData())
        .containsOnlyKeys(".dockerconfigjson")
        .hasEntrySatisfying(".dockerconfigjson", data -> assertThat(data).isEqualTo(CREDENTIALS));
    sandbox.destroy();
    named.close();
  }

  @Test
  void onlyCredentialsOfARegistryAreCopied() throws ApiException {
    core.createNamespacedSecret(test.cluster().namespace(), secret("database", "Opaque")).execute();
    RawBackend named = open(settings(naming(null, "database")));

    assertThatThrownBy(() -> named.create(RawSandboxes.spec()))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("database")
        .hasMessageContaining("Opaque")
        .hasMessageContaining("sandpool.raw.image-pull-secrets");
    named.close();
  }

  @Test
  void replicasWithAndWithoutTheSettingLiveSideBySide() throws ApiException {
    RawBackend without = open(RawSandboxes.settings(test.settings()));
    ManagedSandbox shared = without.create(RawSandboxes.spec());
    ManagedSandbox own = backend.create(RawSandboxes.spec());
    shared.claim(FreeTenancy.terms(Map.of()));
    own.claim(FreeTenancy.terms(Map.of()));

    assertThat(ids(without)).contains(shared.id()).doesNotContain(own.id());
    assertThat(without.find(own.id())).isEmpty();
    await().atMost(BOUND).until(() -> ids(backend).containsAll(List.of(shared.id(), own.id())));
    assertThat(TestCommand.run(backend.find(shared.id()).orElseThrow(), "echo hi").stdout())
        .isEqualTo("hi\n");

    assertThat(backend.delete(shared.id())).isTrue();
    assertThat(core.readNamespace(test.cluster().namespace()).execute().getMetadata())
        .extracting(V1ObjectMeta::getDeletionTimestamp)
        .isNull();
    own.destroy();
    without.close();
  }

  @Test
  void anotherReplicaFindsUsesAndDeletesIt() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    sandbox.claim(FreeTenancy.terms(Map.of()));
    RawBackend other = open(RawSandboxes.namespaced(test.settings()));

    ManagedSandbox found = other.find(sandbox.id()).orElseThrow();

    assertThat(TestCommand.run(found, "echo hi").stdout()).isEqualTo("hi\n");
    assertThat(other.delete(sandbox.id())).isTrue();
    await().atMost(BOUND).until(() -> sandbox.lost().isPresent());
    awaitGone(sandbox.id());
    other.close();
  }

  @Test
  void isolationIsProvedInTheNamespaceThatSandpoolIsSetTo() {
    IsolationSettings enforced =
        new IsolationSettings(IsolationSettings.Probe.ENFORCE, Optional.of(RawSandboxes.spec()));
    RawBackend proving =
        open(
            new RawSettings(
                test.settings(),
                Duration.ofHours(1),
                true,
                PodOptions.DEFAULT,
                Map.of(),
                enforced));

    proving.create(RawSandboxes.spec()).destroy();

    assertThat(proving.networkIsolation()).contains(NetworkIsolation.ENFORCED);
    proving.close();
  }

  @Test
  void replicaThatStartsSweepsUp() {
    String id = SandboxIds.next();
    new NamespaceApi(test.cluster())
        .create(
            new NamespaceFactory(NamespaceOptions.DEFAULT, RawSandboxes.spec())
                .namespace(id, test.cluster().namespace(), Instant.now().minusSeconds(1)));

    RawBackend started = open(RawSandboxes.namespaced(test.settings()));

    awaitGone(id);
    started.close();
  }

  @Test
  void sandboxesOfAnotherSandpoolAreNotSeen() {
    try (TestCluster elsewhere = TestCluster.open("others")) {
      RawBackend other = open(RawSandboxes.namespaced(elsewhere.settings()));
      ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
      sandbox.claim(FreeTenancy.terms(Map.of()));

      assertThat(other.find(sandbox.id())).isEmpty();
      assertThat(other.delete(sandbox.id())).isFalse();
      assertThat(ids(other)).isEmpty();
      assertThat(sandbox.lost()).isEmpty();
      sandbox.destroy();
      other.close();
    }
  }

  /** Whoever may make Pods somewhere on the cluster must not be able to pose as a sandbox. */
  @Test
  void podWithSandpoolsLabelsInAForeignNamespaceIsNoSandbox() throws ApiException {
    try (TestCluster elsewhere = TestCluster.open("posing")) {
      ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
      sandbox.claim(FreeTenancy.terms(Map.of()));
      V1Pod twin = pod(sandbox.id());
      V1Pod posing =
          new PodFactory(RawSandboxes.settings(test.settings()))
              .pod(sandbox.id(), RawSandboxes.spec());
      posing.getMetadata().labels(twin.getMetadata().getLabels());
      String foreign = elsewhere.cluster().namespace();
      core.createNamespacedPod(foreign, posing).execute();
      core.deleteNamespacedPod(sandbox.id(), foreign).gracePeriodSeconds(0).execute();
      posing.getMetadata().name("sp-posingpods");
      core.createNamespacedPod(foreign, posing).execute();

      ManagedSandbox other = backend.create(RawSandboxes.spec());
      assertThat(sandbox.lost()).isEmpty();
      assertThat(ids(backend)).contains(sandbox.id()).doesNotContain("sp-posingpods");
      assertThat(backend.find("sp-posingpods")).isEmpty();
      other.destroy();
      sandbox.destroy();
    }
  }

  private static RawBackend open(RawSettings settings) {
    return new RawBackend(settings, threads, ExecTimings.DEFAULT);
  }

  private static SandboxStartException refusal(NamespaceOptions options) {
    RawBackend bounded = open(settings(options(Optional.empty(), options)));
    try {
      return catchThrowableOfType(
          SandboxStartException.class, () -> bounded.create(RawSandboxes.spec()));
    } finally {
      bounded.close();
    }
  }

  private static RawSettings settings(PodOptions pod) {
    return RawSandboxes.settings(test.settings(), true, pod);
  }

  private static PodOptions options(Optional<PodTemplate> template, NamespaceOptions namespace) {
    PodOptions usual = PodOptions.DEFAULT;
    return new PodOptions(
        usual.image(),
        usual.security(),
        usual.placement(),
        usual.names(),
        usual.network(),
        usual.labels(),
        usual.annotations(),
        template,
        namespace);
  }

  /** A Pod that refers to a ServiceAccount and a Secret; null for none. */
  static PodOptions naming(String account, String secret) {
    PodOptions usual = PodOptions.DEFAULT;
    return new PodOptions(
        new ImageOptions("IfNotPresent", Stream.ofNullable(secret).toList(), List.of()),
        usual.security(),
        new PlacementOptions(
            Optional.ofNullable(account), Optional.empty(), Optional.empty(), Map.of(), List.of()),
        usual.names(),
        usual.network(),
        usual.labels(),
        usual.annotations(),
        usual.template(),
        usual.namespace());
  }

  private static V1Secret secret(String name, String type) {
    return new V1Secret()
        .metadata(new V1ObjectMeta().name(name))
        .type(type)
        .data(Map.of(".dockerconfigjson", CREDENTIALS));
  }

  private static Map<String, Quantity> quota(String id) throws ApiException {
    return core.readNamespacedResourceQuota(NamespaceFactory.NAME, id)
        .execute()
        .getSpec()
        .getHard();
  }

  private static V1LimitRangeItem limits(String id) throws ApiException {
    return core.readNamespacedLimitRange(NamespaceFactory.NAME, id)
        .execute()
        .getSpec()
        .getLimits()
        .get(0);
  }

  private static V1Pod pod(String id) throws ApiException {
    return core.readNamespacedPod(id, id).execute();
  }

  private static Quantity memoryLimit(V1Container container) {
    return container.getResources().getLimits().get("memory");
  }

  private static Map<String, Quantity> quantities(Map<String, String> texts) {
    return NamespaceFactory.quantities(texts);
  }

  private static List<String> ids(RawBackend from) {
    return from.list().stream().map(SandboxInfo::id).toList();
  }

  private static void awaitGone(String id) {
    await().atMost(BOUND).until(() -> namespace(id).isEmpty());
  }

  private static Optional<V1Namespace> namespace(String id) throws ApiException {
    return core.listNamespace().fieldSelector("metadata.name=" + id).execute().getItems().stream()
        .findFirst();
  }
}
