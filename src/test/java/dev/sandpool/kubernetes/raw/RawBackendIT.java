package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.BackendContract;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.TerminalContract;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.net.InetSocketAddress;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract, on Pods of the test cluster. */
class RawBackendIT extends BackendContract implements TerminalContract {

  private TestCluster test;
  private ExecThreads threads;
  private RawBackend backend;

  @BeforeAll
  void open() {
    test = TestCluster.open("contract");
    threads = ExecThreads.create();
    backend = new RawBackend(settings(test.settings()), threads, ExecTimings.DEFAULT);
  }

  @AfterAll
  void close() {
    if (test != null) {
      backend.close();
      threads.close();
      test.close();
    }
  }

  RawSettings settings(ClusterSettings cluster) {
    return RawSandboxes.settings(cluster);
  }

  /** Where a sandbox's Pod is. */
  String namespace(ManagedSandbox sandbox) {
    return test.cluster().namespace();
  }

  @Override
  public SandboxBackend backend() {
    return backend;
  }

  @Override
  public SandboxSpec spec() {
    return RawSandboxes.spec();
  }

  @Override
  public void killFromOutside(ManagedSandbox sandbox) {
    try {
      new CoreV1Api(test.cluster().client())
          .deleteNamespacedPod(sandbox.id(), namespace(sandbox))
          .gracePeriodSeconds(0)
          .execute();
    } catch (ApiException e) {
      throw new IllegalStateException(e.getResponseBody(), e);
    }
  }

  /** The API server: on the node, so that only the policy is in the way. */
  @Override
  public InetSocketAddress forbiddenAddress() {
    URI server = URI.create(test.cluster().client().getBasePath());
    return new InetSocketAddress(server.getHost(), server.getPort());
  }
}
