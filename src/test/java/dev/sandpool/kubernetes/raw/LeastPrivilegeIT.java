package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.sandpool.SandboxInfo;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxIds;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.NetworkingV1Api;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rights in {@code kubernetes/rbac} are enough for mode raw, and none of them is too many. */
class LeastPrivilegeIT {

  @TempDir private static Path directory;
  private static TestCluster test;
  private static SandpoolAccount account;
  private static ExecThreads threads;
  private static RawBackend backend;

  @BeforeAll
  static void open() throws ApiException, IOException {
    test = TestCluster.open("rbac");
    account = new SandpoolAccount(test, directory);
    threads = ExecThreads.create();
    backend = connect();
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
  void rightsAreEnough() {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    sandbox.claim(Map.of("owner", "me"));

    assertThat(TestCommand.run(sandbox, "echo hi").stdout()).isEqualTo("hi\n");
    assertThat(backend.list()).extracting(SandboxInfo::id).contains(sandbox.id());
    assertThat(backend.find(sandbox.id())).isPresent();
    assertThat(backend.find(SandboxIds.next())).isEmpty();
    assertThat(backend.trouble()).isEmpty();
    assertThat(backend.delete(sandbox.id())).isTrue();
  }

  @Test
  void connectingListsPods() throws ApiException {
    without("pods", "list", () -> connect().close());
  }

  @Test
  void watchingPodsIsSaidInHealth() throws ApiException {
    account.revoke("pods", "watch");
    RawBackend blind = connect();
    try {
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(() -> assertThat(blind.trouble()).isPresent());
      assertNamed(blind.trouble().get(), "pods", "watch");
    } finally {
      blind.close();
      account.restore("pods", "watch");
    }
  }

  @Test
  void makingASandboxCreatesAPod() throws ApiException {
    without("pods", "create", () -> backend.create(RawSandboxes.spec()));
  }

  @Test
  void findingASandboxGetsAPod() throws ApiException {
    without("pods", "get", () -> backend.find(SandboxIds.next()));
  }

  @Test
  void claimingPatchesAPod() throws ApiException {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    without("pods", "patch", () -> sandbox.claim(Map.of()));
    sandbox.destroy();
  }

  @Test
  void closingDeletesAPod() throws ApiException {
    ManagedSandbox sandbox = backend.create(RawSandboxes.spec());
    without("pods", "delete", sandbox::destroy);
  }

  @Test
  void commandsNeedExec() throws ApiException {
    without("pods/exec", "get", () -> backend.create(RawSandboxes.spec()));
  }

  @Test
  void policyIsLookedAt() throws ApiException {
    without("networkpolicies", "get", () -> backend.create(RawSandboxes.spec()));
  }

  @Test
  void policyIsMade() throws ApiException {
    backend.create(RawSandboxes.spec()).destroy();
    new NetworkingV1Api(test.cluster().client())
        .deleteNamespacedNetworkPolicy(DenyAllPolicy.NAME, test.cluster().namespace())
        .execute();

    without("networkpolicies", "create", () -> backend.create(RawSandboxes.spec()));
  }

  @Test
  void eventsExplainAPodThatDoesNotStart() throws ApiException {
    without("events", "list", () -> backend.create(RawSandboxes.spec("sandpool.test/none:8")));
  }

  private static RawBackend connect() {
    return new RawBackend(RawSandboxes.settings(account.settings()), threads, ExecTimings.DEFAULT);
  }

  private static void without(String resource, String verb, ThrowingCallable action)
      throws ApiException {
    account.revoke(resource, verb);
    try {
      Throwable error = catchThrowable(action);
      assertThat(error).as("without the right").isNotNull();
      assertNamed(error.getMessage(), resource, verb);
    } finally {
      account.restore(resource, verb);
    }
  }

  private static void assertNamed(String message, String resource, String verb) {
    assertThat(message)
        .contains("cannot " + verb + " resource \"" + resource + "\"")
        .contains("in the namespace \"" + test.cluster().namespace() + "\"");
  }
}
