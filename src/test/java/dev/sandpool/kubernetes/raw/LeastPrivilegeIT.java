package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxInfo;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxIds;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.Right;
import dev.sandpool.kubernetes.network.SandboxPolicy;
import dev.sandpool.testcluster.LogLines;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.NetworkingV1Api;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
    sandbox.claim(FreeTenancy.terms(Map.of("owner", "me")));

    assertThat(TestCommand.run(sandbox, "echo hi").stdout()).isEqualTo("hi\n");
    assertThat(backend.list()).extracting(SandboxInfo::id).contains(sandbox.id());
    assertThat(backend.find(sandbox.id())).isPresent();
    assertThat(backend.find(SandboxIds.next())).isEmpty();
    assertThat(backend.trouble()).isEmpty();
    assertThat(backend.delete(sandbox.id())).isTrue();
  }

  static Stream<Right> rights() {
    return RawRights.in(test.cluster().namespace()).stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rights")
  void eachIsMissedAtTheStart(Right right) throws ApiException {
    String resource = right.resource() + (right.subresource().isEmpty() ? "" : "/exec");
    account.revoke(resource, right.verb());
    try (LogLines log = new LogLines("dev.sandpool.kubernetes.AccessReport")) {
      if (right.required()) {
        Throwable refused = catchThrowable(() -> connect().close());
        assertThat(refused).isInstanceOf(BackendUnavailableException.class);
        assertNamed(refused.getMessage(), resource, right.verb());
        assertThat(refused).hasMessageContaining("kubernetes/rbac/role.yaml");
        assertThat(log.lines()).isEmpty();
      } else {
        connect().close();
        assertThat(log.lines()).hasSize(1);
        assertNamed(log.lines().get(0), resource, right.verb());
      }
    } finally {
      account.restore(resource, right.verb());
    }
  }

  @Test
  void allAreMissedAtOnce() throws ApiException {
    account.revokeAll();
    try {
      Throwable refused = catchThrowable(() -> connect().close());
      assertThat(rights())
          .allSatisfy(
              right ->
                  assertThat(refused)
                      .hasMessageContaining("cannot " + right.verb() + " resource")
                      .hasMessageContaining("(" + right.feature() + ")"));
    } finally {
      account.restore("pods", "list");
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
    without("pods", "patch", () -> sandbox.claim(FreeTenancy.terms(Map.of())));
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
        .deleteNamespacedNetworkPolicy(SandboxPolicy.DENY_ALL, test.cluster().namespace())
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
