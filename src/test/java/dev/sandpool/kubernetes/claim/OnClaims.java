package dev.sandpool.kubernetes.claim;

import com.google.gson.JsonObject;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.BackendContract;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.claim.connect.ConnectionSettings;
import dev.sandpool.kubernetes.claim.fixture.AgentSandbox;
import dev.sandpool.kubernetes.claim.fixture.Json;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings.Kind;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.net.InetSocketAddress;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract, on claims of the test cluster, with commands by one way. */
abstract class OnClaims extends BackendContract {

  /** Whoever may call, nobody is called. */
  private static final JsonObject INWARDS =
      Json.of(
          "networkPolicy", Json.of("ingress", Json.list(new JsonObject()), "egress", Json.list()));

  private TestCluster test;
  private AgentSandbox agents;
  private ExecThreads threads;
  private ClaimBackend backend;

  /** What runs in the sandboxes. */
  abstract RuntimePod pod();

  /** How commands reach it. */
  abstract AccessSettings access(TestCluster test);

  /** A runtime, and the way to it, with the usual ports. */
  static AccessSettings by(Kind kind, ConnectionSettings connection) {
    return new AccessSettings(connection, new RuntimeSettings(kind, false, 8888, 8080, 9090));
  }

  @BeforeAll
  void open() {
    test = TestCluster.open("claims");
    AccessSettings access = access(test);
    agents = AgentSandbox.open(test);
    agents.template("plain", pod(), INWARDS);
    agents.pool("warm", "plain", 2);
    agents.awaitWarm("warm", 2);
    threads = ExecThreads.create();
    backend = ClaimSandboxes.fromPool(test, "warm", access, threads);
  }

  @AfterAll
  void close() {
    if (test != null) {
      backend.close();
      threads.close();
      agents.close();
      test.close();
    }
  }

  @Override
  public SandboxBackend backend() {
    return backend;
  }

  @Override
  public SandboxSpec spec() {
    return ClaimSandboxes.spec();
  }

  @Override
  public void killFromOutside(ManagedSandbox sandbox) {
    String pod = ((ClaimSandbox) sandbox).binding().address().podName();
    try {
      new CoreV1Api(test.cluster().client())
          .deleteNamespacedPod(pod, test.cluster().namespace())
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
