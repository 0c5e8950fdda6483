package dev.sandpool.testcluster;

import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.ClusterSettings;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;

/**
 * A namespace of its own on the test cluster, under the <em>restricted</em> Pod Security Standard.
 *
 * <p>Where there is no cluster, a test that asks for one is skipped, with a line on how to have it
 * run; with {@code CI=true} it fails.
 */
public final class TestCluster implements AutoCloseable {

  /** An image with python3 and procps. */
  public static final String DEBIAN = "sandpool.test/debian:1";

  /** An image with busybox and nothing else. */
  public static final String BUSYBOX = "sandpool.test/busybox:1";

  /** The Debian one, with the runtimes and the router of agent-sandbox. */
  public static final String SANDBOX_RUNTIME = "sandpool.test/sandbox-runtime:1";

  private static final String KUBECONFIG = "SANDPOOL_TEST_KUBECONFIG";

  private final Path kubeconfig;
  private final Cluster cluster;

  private TestCluster(Path kubeconfig, Cluster cluster) {
    this.kubeconfig = kubeconfig;
    this.cluster = cluster;
  }

  /** Makes a namespace, or skips the test. */
  public static TestCluster open(String purpose) {
    return open(purpose, "restricted");
  }

  /** Makes one for Pods that a test needs beside its sandboxes, under another standard. */
  public static TestCluster open(String purpose, String standard) {
    Path kubeconfig = kubeconfig();
    if (!Files.isReadable(kubeconfig)) {
      skip(kubeconfig);
    }
    String namespace = purpose + "-" + UUID.randomUUID().toString().substring(0, 8);
    TestCluster test = new TestCluster(kubeconfig, connect(kubeconfig, namespace));
    test.createNamespace(standard);
    return test;
  }

  /** Where this machine's test cluster keeps its administrator's kubeconfig. */
  public static Path kubeconfig() {
    return environment(KUBECONFIG)
        .map(Path::of)
        .orElseGet(
            () ->
                environment("SANDPOOL_TESTCLUSTER_HOME")
                    .map(Path::of)
                    .orElseGet(() -> cache().resolve("sandpool").resolve("testcluster"))
                    .resolve("run")
                    .resolve("kubeconfig"));
  }

  /** The connection, in the namespace. */
  public Cluster cluster() {
    return cluster;
  }

  /** Settings that lead to the namespace. */
  public ClusterSettings settings() {
    return settings(kubeconfig, cluster.namespace());
  }

  /**
   * Deletes the namespace with all in it, and those that sandboxes of Sandpools in it still have;
   * does not wait for that.
   */
  @Override
  public void close() {
    CoreV1Api core = new CoreV1Api(cluster.client());
    try {
      core.deleteNamespace(cluster.namespace()).execute();
      for (V1Namespace left : ofSandboxes(core)) {
        core.deleteNamespace(left.getMetadata().getName()).execute();
      }
    } catch (ApiException e) {
      throw new IllegalStateException("the test's namespace was not deleted", e);
    } finally {
      cluster.close();
    }
  }

  private List<V1Namespace> ofSandboxes(CoreV1Api core) throws ApiException {
    return core
        .listNamespace()
        .labelSelector("sandpool.dev/home=" + cluster.namespace())
        .execute()
        .getItems()
        .stream()
        .filter(left -> left.getMetadata().getDeletionTimestamp() == null)
        .toList();
  }

  private void createNamespace(String standard) {
    V1Namespace namespace =
        new V1Namespace()
            .metadata(
                new V1ObjectMeta()
                    .name(cluster.namespace())
                    .labels(Map.of("pod-security.kubernetes.io/enforce", standard)));
    try {
      new CoreV1Api(cluster.client()).createNamespace(namespace).execute();
    } catch (ApiException e) {
      throw new IllegalStateException("no namespace for the test: " + e.getResponseBody(), e);
    }
  }

  private static Cluster connect(Path kubeconfig, String namespace) {
    return Cluster.connect(settings(kubeconfig, namespace), unchecked -> List.of());
  }

  private static ClusterSettings settings(Path kubeconfig, String namespace) {
    return new ClusterSettings(Optional.of(kubeconfig), Optional.empty(), Optional.of(namespace));
  }

  private static void skip(Path kubeconfig) {
    String how =
        "SKIPPED, NO CLUSTER: start one with kubernetes/testcluster/up (looked for "
            + kubeconfig
            + "; another place can be given in "
            + KUBECONFIG
            + ")";
    if (environment("CI").map("true"::equals).orElse(false)) {
      throw new IllegalStateException(how);
    }
    System.err.println(how);
    Assumptions.abort(how);
  }

  private static Path cache() {
    return environment("XDG_CACHE_HOME")
        .map(Path::of)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"));
  }

  private static Optional<String> environment(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
  }
}
