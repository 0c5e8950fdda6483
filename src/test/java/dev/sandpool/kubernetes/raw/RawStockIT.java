package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.V1Eviction;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.util.PatchUtils;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Warm Pods of a real cluster, in the hands of several back ends. */
class RawStockIT {

  /** A Pod's deletion is known in a few milliseconds; this machine may be busy. */
  private static final Duration LATENCY = Duration.ofSeconds(2);

  private static final String GATED =
      """
      spec:
        schedulingGates: [{name: example.com/quota}]
      """;

  private final List<RawBackend> replicas = new ArrayList<>();
  private TestCluster test;
  private ExecThreads threads;
  private CoreV1Api core;

  @BeforeEach
  void open() {
    test = TestCluster.open("stock");
    threads = ExecThreads.create();
    core = new CoreV1Api(test.cluster().client());
  }

  @AfterEach
  void close() {
    if (test != null) {
      replicas.forEach(RawBackend::close);
      threads.close();
      test.close();
    }
  }

  private RawBackend start(RawSettings settings) {
    RawBackend started = new RawBackend(settings, threads, ExecTimings.DEFAULT);
    replicas.add(started);
    return started;
  }

  private RawBackend start() {
    return start(RawSandboxes.settings(test.settings()));
  }

  @Test
  void podThatIsDeletedOrEvictedLeavesTheStockAtOnce() throws ApiException, IOException {
    RawBackend replica = start();
    ManagedSandbox deleted = warm(replica, small());
    ManagedSandbox evicted = warm(replica, small());
    CompletableFuture<String> deletion = lossOf(deleted);
    CompletableFuture<String> eviction = lossOf(evicted);
    String namespace = test.cluster().namespace();

    core.deleteNamespacedPod(deleted.id(), namespace).gracePeriodSeconds(30).execute();
    assertThat(deletion).succeedsWithin(LATENCY).asString().contains("being deleted");

    evict(evicted.id());
    assertThat(eviction).succeedsWithin(LATENCY).asString().contains("being deleted");
    assertThat(deleted.isTaken() || evicted.isTaken()).isFalse();
  }

  @Test
  void podBehindAGateIsHeldUntilSomebodyOpensIt() throws ApiException, InterruptedException {
    RawBackend replica =
        start(RawSandboxes.settings(test.settings(), RawSandboxes.template(GATED)));
    SandboxSpec hasty = RawSandboxes.within(small(), Duration.ofSeconds(5));
    CompletableFuture<ManagedSandbox> made = prepare(replica, hasty);
    await()
        .untilAsserted(
            () ->
                assertThat(replica.stock().held(hasty))
                    .hasValueSatisfying(reason -> assertThat(reason).contains("SchedulingGated")));
    V1Pod held = onlyPod();

    assertThatThrownBy(() -> made.get(8, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);

    assertThat(onlyPod().getMetadata().getResourceVersion())
        .as("nobody wrote to it")
        .isEqualTo(held.getMetadata().getResourceVersion());
    PatchUtils.patch(
        V1Pod.class,
        () ->
            core.patchNamespacedPod(
                    held.getMetadata().getName(),
                    test.cluster().namespace(),
                    new V1Patch("[{\"op\":\"remove\",\"path\":\"/spec/schedulingGates\"}]"))
                .buildCall(null),
        V1Patch.PATCH_FORMAT_JSON_PATCH,
        test.cluster().client());
    assertThat(made).succeedsWithin(Duration.ofSeconds(60));
    assertThat(onlyPod().getMetadata().getUid()).isEqualTo(held.getMetadata().getUid());
    assertThat(replica.stock().held(hasty)).isEmpty();
  }

  @Test
  void podThatTheNodesHaveNoRoomForIsHeldAndGoesWithWhoWaits() throws InterruptedException {
    RawBackend replica = start();
    SandboxSpec large = RawSandboxes.requesting(small(), "500");
    Thread waiting = new Thread(() -> assertThatThrownBy(() -> replica.prepare(large)));
    waiting.start();
    await()
        .untilAsserted(
            () ->
                assertThat(replica.stock().held(large))
                    .hasValueSatisfying(
                        reason ->
                            assertThat(reason).contains("Unschedulable", "Insufficient cpu")));

    waiting.interrupt();
    waiting.join();

    await().until(() -> pods().isEmpty());
  }

  @Test
  void repeatedFailureIsOneEventOnTheLease() {
    RawBackend replica = start();
    SandboxSpec broken = RawSandboxes.spec("sandpool.test/none:9");

    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> replica.prepare(broken)).isInstanceOf(SandboxStartException.class);
    }

    await()
        .untilAsserted(
            () ->
                assertThat(events("SandboxNotMade"))
                    .singleElement()
                    .satisfies(
                        event -> {
                          assertThat(event.getInvolvedObject().getKind()).isEqualTo("Lease");
                          assertThat(event.getInvolvedObject().getName()).startsWith("sandpool-");
                          assertThat(event.getType()).isEqualTo("Warning");
                          assertThat(event.getCount()).isEqualTo(2);
                          assertThat(event.getMessage()).contains("sandpool.test/none:9");
                        }));
  }

  @Test
  void podInANamespaceOfItsOwnChangesHandsWithIt() throws ApiException {
    RawSettings settings = RawSandboxes.namespaced(test.settings());
    RawBackend one = start(settings);
    RawBackend other = start(settings);
    one.stock().share(small(), 2);
    other.stock().share(small(), 2);
    ManagedSandbox first = warm(one, small());
    ManagedSandbox second = warm(one, small());

    ManagedSandbox adopted =
        await().until(() -> other.stock().adopt(small()), Optional::isPresent).orElseThrow();
    ManagedSandbox formerly = adopted.id().equals(first.id()) ? first : second;
    await().until(formerly::isTaken);
    formerly.destroy();

    assertThat(TestCommand.run(adopted, "echo here").stdout()).isEqualTo("here\n");
    assertThat(core.readNamespace(adopted.id()).execute().getMetadata().getDeletionTimestamp())
        .isNull();
    adopted.destroy();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                core
                    .listNamespace()
                    .fieldSelector("metadata.name=" + adopted.id())
                    .execute()
                    .getItems()
                    .stream()
                    .allMatch(left -> left.getMetadata().getDeletionTimestamp() != null));
  }

  private static SandboxSpec small() {
    return RawSandboxes.spec(TestCluster.BUSYBOX);
  }

  /** The client takes the answer, a Status, for an Eviction. */
  private void evict(String pod) throws ApiException, IOException {
    V1ObjectMeta name = new V1ObjectMeta().name(pod).namespace(test.cluster().namespace());
    try (Response response =
        core.createNamespacedPodEviction(
                pod, test.cluster().namespace(), new V1Eviction().metadata(name))
            .buildCall(null)
            .execute()) {
      assertThat(response.code()).isEqualTo(201);
    }
  }

  private static CompletableFuture<String> lossOf(ManagedSandbox sandbox) {
    CompletableFuture<String> loss = new CompletableFuture<>();
    sandbox.onLost(loss::complete);
    return loss;
  }

  private static CompletableFuture<ManagedSandbox> prepare(RawBackend replica, SandboxSpec spec) {
    return CompletableFuture.supplyAsync(
        () -> replica.prepare(spec), task -> new Thread(task).start());
  }

  private V1Pod onlyPod() throws ApiException {
    List<V1Pod> pods = pods();
    assertThat(pods).hasSize(1);
    return pods.get(0);
  }

  private List<V1Pod> pods() throws ApiException {
    return core.listNamespacedPod(test.cluster().namespace()).execute().getItems();
  }

  private List<CoreV1Event> events(String reason) throws ApiException {
    return core.listNamespacedEvent(test.cluster().namespace())
        .fieldSelector("reason=" + reason)
        .execute()
        .getItems();
  }

  private static ManagedSandbox warm(RawBackend replica, SandboxSpec spec) {
    ManagedSandbox made = replica.prepare(spec);
    made.offer();
    return made;
  }
}
