package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxInfo;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SandboxIds;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.Right;
import dev.sandpool.kubernetes.claim.connect.TestConnections;
import dev.sandpool.kubernetes.claim.fixture.AgentSandbox;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings;
import dev.sandpool.kubernetes.claim.runtime.RuntimeSettings.Kind;
import dev.sandpool.kubernetes.raw.Grants;
import dev.sandpool.kubernetes.raw.SandpoolAccount;
import dev.sandpool.testcluster.LogLines;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rights in {@code kubernetes/rbac/agent-sandbox} are enough for claims, none of them is too
 * many, and without one of them all else works.
 */
class ClaimLeastPrivilegeIT {

  @TempDir private static Path directory;
  private static TestCluster test;
  private static AgentSandbox agents;
  private static SandpoolAccount account;
  private static ExecThreads threads;

  /** By exec. */
  private static ClaimBackend backend;

  private final List<ClaimBackend> others = new ArrayList<>();
  private final List<ManagedSandbox> made = new ArrayList<>();

  @BeforeAll
  static void open() throws ApiException, IOException {
    test = TestCluster.open("claim-rbac");
    agents = AgentSandbox.open(test);
    agents.template("plain", RuntimePod.legacy());
    agents.pool("plain", "plain", 0);
    account = new SandpoolAccount(test, directory, Grants.forClaims(test.cluster()));
    threads = ExecThreads.create();
    backend = connect(Kind.EXEC);
  }

  @AfterAll
  static void close() {
    if (test != null) {
      backend.close();
      threads.close();
      agents.close();
      test.close();
    }
  }

  @AfterEach
  void destroy() {
    made.forEach(ManagedSandbox::destroy);
    others.forEach(ClaimBackend::close);
  }

  @Test
  void rightsAreEnough() {
    ManagedSandbox sandbox = make(backend);
    sandbox.claim(FreeTenancy.terms(Map.of("owner", "me")));

    assertWorks(sandbox);
    assertThat(backend.list()).extracting(SandboxInfo::id).contains(sandbox.id());
    assertThat(backend.find(SandboxIds.next())).isEmpty();
    sandbox.suspend();
    sandbox.resume();
    assertWorks(sandbox);
    assertWorks(make(another(connect(Kind.LEGACY))));
    assertWorks(make(another(fromTemplate("plain"))));
    assertThat(backend.trouble()).isEmpty();
    assertThat(backend.delete(sandbox.id())).isTrue();
  }

  static Stream<Right> rights() {
    return ClaimRights.in(test.cluster().namespace()).stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rights")
  void eachIsMissedAtTheStart(Right right) throws ApiException {
    String resource = nameOf(right);
    account.revoke(resource, right.verb());
    try (LogLines log = new LogLines("dev.sandpool.kubernetes.AccessReport")) {
      if (right.required()) {
        Throwable refused = catchThrowable(() -> connect(Kind.EXEC).close());
        assertThat(refused)
            .isInstanceOf(BackendUnavailableException.class)
            .hasMessageContaining("kubernetes/rbac/agent-sandbox/role.yaml");
        assertNamed(refused.getMessage(), resource, right.verb());
        assertThat(log.lines()).isEmpty();
      } else {
        connect(Kind.EXEC).close();
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
      Throwable refused = catchThrowable(() -> connect(Kind.EXEC).close());
      assertThat(rights())
          .allSatisfy(
              right ->
                  assertThat(refused)
                      .hasMessageContaining("cannot " + right.verb() + " resource")
                      .hasMessageContaining("(" + right.feature() + ")"));
    } finally {
      account.restoreAll();
    }
  }

  @Test
  void makingASandboxCreatesAClaim() throws ApiException {
    ManagedSandbox other = active();
    without("sandboxclaims", "create", () -> backend.create(ClaimSandboxes.spec()), other);
  }

  @Test
  void findingASandboxGetsAClaim() throws ApiException {
    ManagedSandbox other = active();
    without("sandboxclaims", "get", () -> backend.find(SandboxIds.next()), other);
  }

  @Test
  void takingASandboxPatchesItsClaim() throws ApiException {
    ManagedSandbox other = active();
    ManagedSandbox sandbox = make(backend);
    without("sandboxclaims", "patch", () -> sandbox.claim(FreeTenancy.terms(Map.of())), other);
  }

  @Test
  void closingDeletesTheClaim() throws ApiException {
    ManagedSandbox other = active();
    ManagedSandbox sandbox = backend.create(ClaimSandboxes.spec());
    without("sandboxclaims", "delete", sandbox::destroy, other);
    backend.find(sandbox.id());
    agents.objects(dev.sandpool.kubernetes.claim.fixture.Kind.CLAIM).delete(sandbox.id());
  }

  @Test
  void bindingLooksAtTheSandboxObject() throws ApiException {
    ManagedSandbox other = active();
    without("sandboxes", "get", () -> backend.create(ClaimSandboxes.spec()), other);
  }

  @Test
  void suspendingPatchesTheSandboxObject() throws ApiException {
    ManagedSandbox sandbox = active();
    without("sandboxes", "patch", sandbox::suspend, sandbox);
  }

  @Test
  void aTemplateIsLookedAt() throws ApiException {
    withoutForTemplates("sandboxtemplates", "get");
  }

  @Test
  void aTemplatesPoolIsLookedAt() throws ApiException {
    withoutForTemplates("sandboxwarmpools", "get");
  }

  @Test
  void aTemplatesPoolIsMade() throws ApiException {
    withoutForTemplates("sandboxwarmpools", "create");
  }

  @Test
  void commandsByExecNeedExec() throws ApiException {
    ManagedSandbox tunneled = make(another(connect(Kind.LEGACY)));
    without("pods/exec", "get", () -> backend.create(ClaimSandboxes.spec()), tunneled);
  }

  @Test
  void tunnelsNeedPortForward() throws ApiException {
    ManagedSandbox other = active();
    ClaimBackend tunnels = another(connect(Kind.LEGACY));
    without("pods/portforward", "get", () -> tunnels.create(ClaimSandboxes.spec()), other);
  }

  /** One of its own, for which nothing is there yet. */
  private void withoutForTemplates(String resource, String verb) throws ApiException {
    String template = "lone-" + resource + "-" + verb;
    agents.template(template, RuntimePod.idle());
    ManagedSandbox other = active();
    ClaimBackend templates = another(fromTemplate(template));
    without(resource, verb, () -> templates.create(ClaimSandboxes.spec()), other);
  }

  private ManagedSandbox active() {
    ManagedSandbox sandbox = make(backend);
    sandbox.claim(FreeTenancy.terms(Map.of()));
    return sandbox;
  }

  private ManagedSandbox make(ClaimBackend from) {
    ManagedSandbox sandbox = from.create(ClaimSandboxes.spec());
    made.add(sandbox);
    return sandbox;
  }

  private ClaimBackend another(ClaimBackend opened) {
    others.add(opened);
    return opened;
  }

  private static ClaimBackend connect(Kind kind) {
    RuntimeSettings runtime = new RuntimeSettings(kind, false, 8888, 8080, 9090);
    return ClaimSandboxes.fromPool(
        account.settings(),
        "plain",
        new AccessSettings(TestConnections.tunnelToPod(), runtime),
        threads);
  }

  private static ClaimBackend fromTemplate(String template) {
    return ClaimSandboxes.fromTemplate(account.settings(), template, threads);
  }

  private static void assertWorks(ManagedSandbox sandbox) {
    assertThat(TestCommand.run(sandbox, "echo hi").stdout()).isEqualTo("hi\n");
  }

  /** Another sandbox does not mind. */
  private static void without(
      String resource, String verb, ThrowingCallable action, ManagedSandbox other)
      throws ApiException {
    account.revoke(resource, verb);
    try {
      Throwable error = catchThrowable(action);
      assertThat(error).as("without the right").isNotNull();
      assertNamed(error.getMessage(), resource, verb);
      assertWorks(other);
    } finally {
      account.restore(resource, verb);
    }
  }

  private static void assertNamed(String message, String resource, String verb) {
    assertThat(message)
        .contains("cannot " + verb + " resource \"" + resource + "\"")
        .contains("in the namespace \"" + test.cluster().namespace() + "\"");
  }

  private static String nameOf(Right right) {
    String subresource = right.subresource();
    return subresource.isEmpty() ? right.resource() : right.resource() + "/" + subresource;
  }
}
