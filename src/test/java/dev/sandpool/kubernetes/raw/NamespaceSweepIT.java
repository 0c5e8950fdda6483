package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.backend.SandboxIds;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.ObjectName;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.util.PatchUtils;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a replica leaves over when it dies goes; what is in use, starting or not ours stays. */
class NamespaceSweepIT {

  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final Clock NOW = Clock.systemUTC();
  private static final Clock LATER = Clock.offset(NOW, Duration.ofHours(1));

  private static TestCluster test;
  private static CoreV1Api core;
  private static NamespaceApi namespaces;
  private static PodApi pods;

  @BeforeAll
  static void open() {
    test = TestCluster.open("sweep");
    core = new CoreV1Api(test.cluster().client());
    namespaces = new NamespaceApi(test.cluster());
    pods = new PodApi(test.cluster());
  }

  @AfterAll
  static void close() {
    if (test != null) {
      test.close();
    }
  }

  @Test
  void oneWithoutAPodGoesOnceNothingCanStartInItAnyMore() {
    String id = left(namespace -> {});

    sweep(NOW);
    assertThat(isLeftAlone(id)).isTrue();
    sweep(LATER);
    assertThat(isLeftAlone(id)).isFalse();
  }

  @Test
  void oneWhosePodEndedGoes() throws ApiException {
    String id = left(namespace -> {});
    run(id, TestCluster.DEBIAN, "true");
    awaitPhase(id, "Succeeded");

    sweep(LATER);

    assertThat(isLeftAlone(id)).isFalse();
  }

  @Test
  void oneWhosePodNeverRanGoes() throws ApiException {
    String id = left(namespace -> {});
    run(id, "sandpool.test/none:10", "sleep 600");
    awaitPhase(id, "Pending");

    sweep(NOW);
    assertThat(isLeftAlone(id)).isTrue();
    sweep(LATER);
    assertThat(isLeftAlone(id)).isFalse();
  }

  @Test
  void oneWhosePodRunsStays() throws ApiException {
    String id = left(namespace -> {});
    run(id, TestCluster.DEBIAN, "trap 'exit 0' TERM; while :; do sleep 1; done");
    awaitPhase(id, "Running");

    sweep(LATER);

    assertThat(isLeftAlone(id)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {PodKeys.MANAGED_BY, PodKeys.HOME, PodKeys.SANDBOX})
  void oneWithAnotherLabelStays(String label) {
    String id = left(namespace -> namespace.getMetadata().putLabelsItem(label, "another"));

    sweep(LATER);

    assertThat(isLeftAlone(id)).isTrue();
    assertThat(namespaces.delete(id)).isFalse();
    assertThat(isLeftAlone(id)).isTrue();
    delete(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon"})
  void oneThatDoesNotSayWhenItStartedStays(String until) {
    String id =
        left(namespace -> namespace.getMetadata().putAnnotationsItem(PodKeys.STARTS_UNTIL, until));

    sweep(LATER);

    assertThat(isLeftAlone(id)).isTrue();
  }

  @Test
  void oneThatChangedSinceItWasSeenStays() throws ApiException {
    String id = left(namespace -> {});
    V1Namespace seen = core.readNamespace(id).execute();
    V1Patch taken =
        new V1Patch("{\"metadata\":{\"labels\":{\"%s\":null}}}".formatted(PodKeys.HOME));
    PatchUtils.patch(
        V1Namespace.class,
        () -> core.patchNamespace(id, taken).buildCall(null),
        V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
        test.cluster().client());

    assertThat(namespaces.deleteAsSeen(seen)).isFalse();
    assertThat(isLeftAlone(id)).isTrue();
    delete(id);
  }

  @Test
  void namespacesThatAreNobodysSandboxAreNeverDeleted() {
    assertThat(namespaces.delete("default")).isFalse();
    assertThat(namespaces.delete(test.cluster().namespace())).isFalse();
    assertThat(namespaces.delete(SandboxIds.next())).isFalse();
    assertThat(isLeftAlone(test.cluster().namespace())).isTrue();
  }

  @Test
  void replicasMaySweepAtOnce() {
    String id = left(namespace -> {});

    CompletableFuture.allOf(
            IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.runAsync(() -> sweep(LATER)))
                .toArray(CompletableFuture[]::new))
        .join();

    assertThat(isLeftAlone(id)).isFalse();
  }

  private static void sweep(Clock clock) {
    new NamespaceSweep(namespaces, pods, clock, replica -> true).run();
  }

  /** As a replica leaves it that dies right after. */
  private static String left(Consumer<V1Namespace> change) {
    String id = SandboxIds.next();
    V1Namespace namespace =
        new NamespaceFactory(NamespaceOptions.DEFAULT, RawSandboxes.spec())
            .namespace(id, test.cluster().namespace(), Instant.now().plusSeconds(60));
    change.accept(namespace);
    namespaces.create(namespace);
    return id;
  }

  private static void run(String id, String image, String script) {
    ImageOptions running = new ImageOptions("IfNotPresent", List.of(), List.of("sh", "-c", script));
    RawSettings settings = RawSandboxes.settings(test.settings(), RawSandboxes.options(running));
    V1Pod pod = new PodFactory(settings).pod(id, RawSandboxes.spec(image));
    await()
        .atMost(BOUND)
        .ignoreExceptions()
        .until(() -> pods.create(id, pod).getMetadata().getName().equals(id));
  }

  private static void awaitPhase(String id, String phase) {
    await()
        .atMost(BOUND)
        .until(
            () ->
                pods.read(new ObjectName(id, id))
                    .map(pod -> pod.getStatus().getPhase())
                    .equals(Optional.of(phase)));
  }

  private static boolean isLeftAlone(String name) {
    try {
      return core.readNamespace(name).execute().getMetadata().getDeletionTimestamp() == null;
    } catch (ApiException e) {
      if (ApiErrors.notFound(e)) {
        return false;
      }
      throw new IllegalStateException(e.getResponseBody(), e);
    }
  }

  private static void delete(String name) {
    try {
      core.deleteNamespace(name).execute();
    } catch (ApiException e) {
      throw new IllegalStateException(e.getResponseBody(), e);
    }
  }
}
