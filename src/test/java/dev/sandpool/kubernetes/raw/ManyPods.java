package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.SandboxIds;
import dev.sandpool.kubernetes.SandboxKeys;
import dev.sandpool.kubernetes.stock.Fingerprint;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.openapi.models.V1PodSchedulingGate;
import io.kubernetes.client.util.PatchUtils;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Pods as Sandpool makes them, on a real API server, that no node ever gets: a gate holds them, and
 * their status says that they run.
 */
public final class ManyPods {

  private static final int PARALLEL = 16;
  private static final int AT_ONCE = 50;

  /** About as much as a kubelet says. */
  static final String RUNNING =
      """
      {"status":{"phase":"Running","startTime":"%1$s","podIP":"10.1.2.3","hostIP":"10.0.0.1",
       "podIPs":[{"ip":"10.1.2.3"}],"hostIPs":[{"ip":"10.0.0.1"}],"qosClass":"Burstable",
       "conditions":[
        {"type":"PodReadyToStartContainers","status":"True","lastTransitionTime":"%1$s"},
        {"type":"Initialized","status":"True","lastTransitionTime":"%1$s"},
        {"type":"Ready","status":"True","lastTransitionTime":"%1$s"},
        {"type":"ContainersReady","status":"True","lastTransitionTime":"%1$s"},
        {"type":"PodScheduled","status":"True","lastTransitionTime":"%1$s"}],
       "containerStatuses":[{"name":"sandbox","ready":true,"started":true,"restartCount":0,
         "image":"sandpool.test/busybox:1",
         "imageID":"sandpool.test/busybox@sha256:%2$s","containerID":"containerd://%2$s",
         "state":{"running":{"startedAt":"%1$s"}}}]}}
      """;

  private final TestCluster test;
  private final SandboxSpec spec;
  private final CoreV1Api core;
  private final RawSettings settings;
  private final PodFactory factory;

  /** For the namespace of a test. */
  public ManyPods(TestCluster test, SandboxSpec spec) {
    this.test = test;
    this.spec = spec;
    core = new CoreV1Api(test.cluster().client());
    settings = RawSandboxes.settings(test.settings());
    factory = new PodFactory(settings);
  }

  /**
   * Makes some that somebody has, each under a key called as it is.
   *
   * @param idleTtl how long they live from now if nobody uses them
   * @return their identifiers
   */
  public List<String> active(int count, Duration idleTtl) {
    String terms = "{\"bound\":false,\"key\":\"%s\",\"labels\":{\"team\":\"blue\"}}";
    String tenure =
        "{\"since\":\"%1$s\",\"idleTtl\":\"%2$s\",\"lastUse\":\"%1$s\"}"
            .formatted(Instant.now(), idleTtl);
    return sideBySide(
        count,
        () -> {
          String id = SandboxIds.next();
          V1Pod pod = pod(id, "active");
          pod.getMetadata()
              .putLabelsItem("sandpool.dev/team", "blue")
              .putAnnotationsItem("sandpool.dev/terms", terms.formatted(id))
              .putAnnotationsItem("sandpool.dev/tenure", tenure);
          return run(pod);
        });
  }

  /** Makes some in the stock of a replica that is gone. */
  public List<String> warm(int count) {
    String kind =
        Fingerprint.of(
            "sandpool", new RawStockObjects(settings, factory, null, null, null).madeFrom(spec));
    return sideBySide(
        count,
        () -> {
          V1Pod pod = pod(SandboxIds.next(), "warm");
          pod.getMetadata().putLabelsItem(SandboxKeys.MADE_FROM, kind);
          return run(pod);
        });
  }

  /** Deletes all Pods of the namespace, as many by a call as it answers in time. */
  public void clear() throws ApiException {
    while (count() > 0) {
      core.deleteCollectionNamespacedPod(test.cluster().namespace())
          .gracePeriodSeconds(0)
          .limit(AT_ONCE)
          .execute();
    }
  }

  /** How many there are. */
  public int count() throws ApiException {
    V1PodList one = core.listNamespacedPod(test.cluster().namespace()).limit(1).execute();
    Long more = one.getMetadata().getRemainingItemCount();
    return one.getItems().size() + (more == null ? 0 : more.intValue());
  }

  private V1Pod pod(String id, String state) {
    V1Pod pod = factory.pod(id, spec);
    pod.getSpec().addSchedulingGatesItem(new V1PodSchedulingGate().name("example.com/never"));
    pod.getMetadata()
        .putLabelsItem(SandboxKeys.STATE, state)
        .putLabelsItem(SandboxKeys.HOLDER, "gone")
        .putLabelsItem(SandboxKeys.INSTANCE, "sandpool")
        .putLabelsItem(PodKeys.HOME, test.cluster().namespace());
    return pod;
  }

  private String run(V1Pod pod) throws ApiException {
    String namespace = test.cluster().namespace();
    String name = core.createNamespacedPod(namespace, pod).execute().getMetadata().getName();
    V1Patch status = new V1Patch(RUNNING.formatted(Instant.now(), "0123456789abcdef".repeat(4)));
    PatchUtils.patch(
        V1Pod.class,
        () -> core.patchNamespacedPodStatus(name, namespace, status).buildCall(null),
        V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH,
        test.cluster().client());
    return name;
  }

  private static List<String> sideBySide(int count, Callable<String> work) {
    ExecutorService workers = Executors.newFixedThreadPool(PARALLEL);
    try {
      List<Future<String>> started =
          IntStream.range(0, count).mapToObj(i -> workers.submit(work)).toList();
      return started.stream().map(ManyPods::made).toList();
    } finally {
      workers.shutdownNow();
    }
  }

  private static String made(Future<String> making) {
    try {
      return making.get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
