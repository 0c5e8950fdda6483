package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxException;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rights in {@code kubernetes/rbac/namespace-per-sandbox} are enough, none is too many, and a
 * sandbox that can't be made for want of one leaves no namespace.
 */
class NamespaceRightsIT {

  private static final Duration BOUND = Duration.ofSeconds(30);

  @TempDir private static Path directory;
  private static TestCluster test;
  private static Grants grants;
  private static SandpoolAccount account;
  private static ExecThreads threads;
  private static RawBackend backend;

  @BeforeAll
  static void open() throws ApiException, IOException {
    test = TestCluster.open("spacerbac");
    grants = Grants.clusterWide(test.cluster());
    account = new SandpoolAccount(test, directory, grants);
    threads = ExecThreads.create();
    backend = connect();
  }

  @AfterAll
  static void close() throws ApiException {
    if (test != null) {
      backend.close();
      threads.close();
      grants.drop();
      test.close();
    }
  }

  @Test
  void rightsAreEnough() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    sandbox.claim(FreeTenancy.terms(Map.of("customer", "42")));

    assertThat(TestCommand.run(sandbox, "echo hi").stdout()).isEqualTo("hi\n");
    await()
        .atMost(BOUND)
        .untilAsserted(
            () -> assertThat(backend.list()).extracting(SandboxInfo::id).contains(sandbox.id()));
    assertThat(backend.delete(sandbox.id())).isTrue();
    awaitNoNamespaces();
  }

  @ParameterizedTest
  @CsvSource({
    "namespaces,create",
    "resourcequotas,create",
    "limitranges,create",
    "networkpolicies,get",
    "networkpolicies,create",
    "pods,create",
    "pods/exec,get"
  })
  void sandboxThatCannotBeMadeLeavesNoNamespace(String resource, String verb) throws ApiException {
    account.revoke(resource, verb);
    try {
      SandboxStartException error =
          catchThrowableOfType(
              SandboxStartException.class, () -> backend.create(RawSandboxes.spec()));
      assertNamed(error, resource, verb);
    } finally {
      account.restore(resource, verb);
    }
    awaitNoNamespaces();
  }

  @ParameterizedTest
  @CsvSource({"namespaces,get", "namespaces,delete", "pods,delete"})
  void closingNeedsIt(String resource, String verb) throws ApiException {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    account.revoke(resource, verb);
    try {
      assertNamed(catchThrowableOfType(SandboxException.class, sandbox::destroy), resource, verb);
    } finally {
      account.restore(resource, verb);
    }
    new NamespaceApi(test.cluster()).delete(sandbox.id());
    awaitNoNamespaces();
  }

  @Test
  void sweepingListsNamespaces() throws ApiException, IOException {
    Cluster cluster = Cluster.connect(account.settings(), home -> List.of());
    account.revoke("namespaces", "list");
    try {
      BackendUnavailableException error =
          catchThrowableOfType(
              BackendUnavailableException.class, () -> new NamespaceApi(cluster).list());
      assertNamed(error, "namespaces", "list");
    } finally {
      account.restore("namespaces", "list");
      cluster.close();
    }
  }

  @Test
  void claimingPatchesAPod() throws ApiException {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    account.revoke("pods", "patch");
    try {
      assertThatThrownBy(() -> sandbox.claim(FreeTenancy.terms(Map.of())))
          .hasMessageContaining("in the namespace \"" + sandbox.id() + "\"");
    } finally {
      account.restore("pods", "patch");
    }
    sandbox.destroy();
  }

  /** They have manifests of their own, for those who need them. */
  @ParameterizedTest
  @CsvSource({"nobody,,serviceaccounts,create", ",registry,secrets,get"})
  void whatThePodNamesNeedsMore(String account, String secret, String resource, String verb) {
    RawBackend named = connect(RawNamespaceIT.naming(account, secret));
    try {
      SandboxStartException error =
          catchThrowableOfType(
              SandboxStartException.class, () -> named.create(RawSandboxes.spec()));
      assertNamed(error, resource, verb);
    } finally {
      named.close();
    }
    awaitNoNamespaces();
  }

  @Test
  void boundsKeepTheAccountToItsOwnNamespaces() throws ApiException, IOException {
    ClusterBounds bounds = new ClusterBounds(test.cluster());
    try (TestCluster foreign = TestCluster.open("foreign");
        Cluster sandpool = Cluster.connect(account.settings(), home -> List.of())) {
      bounds.make();
      assertBounded(new CoreV1Api(sandpool.client()), foreign.cluster());
      rightsAreEnough();
    } finally {
      bounds.drop();
    }
  }

  /** The rights alone would let all of this pass. */
  private static void assertBounded(CoreV1Api sandpool, Cluster foreign) throws ApiException {
    String elsewhere = foreign.namespace();
    V1Namespace loose = new V1Namespace().metadata(new V1ObjectMeta().name("sp-bounds0000"));
    V1Pod pod =
        new PodFactory(RawSandboxes.settings(account.settings()))
            .pod("sp-bounds0000", RawSandboxes.spec());
    new CoreV1Api(foreign.client()).createNamespacedPod(elsewhere, pod).execute();
    await()
        .atMost(BOUND)
        .untilAsserted(
            () -> assertRefused(() -> sandpool.createNamespace(loose).dryRun("All").execute()));

    assertRefused(() -> sandpool.deleteNamespace(elsewhere).execute());
    assertRefused(() -> sandpool.deleteNamespace(test.cluster().namespace()).execute());
    assertRefused(() -> sandpool.deleteNamespacedPod("sp-bounds0000", elsewhere).execute());
    assertRefused(
        () ->
            sandpool
                .connectGetNamespacedPodExec("sp-bounds0000", elsewhere)
                .command("id")
                .execute());
    assertRefused(() -> sandpool.createNamespacedPod(elsewhere, pod).dryRun("All").execute());
  }

  private static void assertRefused(ThrowingCallable call) {
    ApiException refused = catchThrowableOfType(ApiException.class, call);
    assertThat(refused).isNotNull();
    assertThat(refused.getResponseBody()).contains("has no sandbox of Sandpool in it");
  }

  private static RawBackend connect() {
    return connect(PodOptions.DEFAULT);
  }

  private static RawBackend connect(PodOptions pod) {
    RawSettings settings = RawSandboxes.settings(account.settings(), true, pod);
    return new RawBackend(settings, threads, ExecTimings.DEFAULT);
  }

  private static void assertNamed(SandboxException error, String resource, String verb) {
    assertThat(error).as("without the right").isNotNull();
    assertThat(error).hasMessageContaining("cannot " + verb + " resource \"" + resource + "\"");
  }

  private static void awaitNoNamespaces() {
    CoreV1Api core = new CoreV1Api(test.cluster().client());
    String ours = PodKeys.selector(test.cluster().namespace());
    await()
        .atMost(BOUND)
        .until(() -> core.listNamespace().labelSelector(ours).execute().getItems().isEmpty());
  }
}
