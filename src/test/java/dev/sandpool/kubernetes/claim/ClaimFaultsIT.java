package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.SandboxSpec;
import dev.sandpool.SandboxStartException;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.claim.fixture.AgentSandbox;
import dev.sandpool.kubernetes.claim.fixture.Kind;
import dev.sandpool.kubernetes.claim.fixture.RuntimePod;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What happens to claims on a cluster: adopted, shared by mistake, orphaned, expired, renewed. */
class ClaimFaultsIT {

  private static final int MANY = 50;

  private static TestCluster test;
  private static AgentSandbox agents;
  private static ExecThreads threads;
  private static ClaimBackend warm;
  private final List<ManagedSandbox> made = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void open() {
    test = TestCluster.open("claimfaults");
    agents = AgentSandbox.open(test);
    agents.template("plain", RuntimePod.idle());
    agents.pool("warm", "plain", 3);
    agents.awaitWarm("warm", 3);
    threads = ExecThreads.create();
    warm = ClaimSandboxes.fromPool(test, "warm", threads);
  }

  @AfterAll
  static void close() {
    if (test != null) {
      warm.close();
      threads.close();
      agents.close();
      test.close();
    }
  }

  @AfterEach
  void clear() {
    agents.faults().neverReady(false);
    agents.faults().refuseNothing();
    agents.faults().sleep(false);
    made.forEach(ManagedSandbox::destroy);
  }

  /** kubernetes-sigs/agent-sandbox 418: one Sandbox to two claims, sessions mixed up. */
  @Test
  void manyClaimsAtATimeNeverShareASandbox() {
    agents.faults().adoptionConflicts(5);
    agents.faults().handOutTwice(5);
    List<CompletableFuture<Boolean>> attempts =
        IntStream.range(0, MANY)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> attempt(warm), threads.blocking()))
            .toList();

    long succeeded = attempts.stream().filter(CompletableFuture::join).count();

    assertThat(succeeded).isGreaterThanOrEqualTo(MANY - 5);
    assertThat(made)
        .extracting(sandbox -> ((ClaimSandbox) sandbox).binding().address().podName())
        .doesNotHaveDuplicates()
        .hasSize((int) succeeded);
    assertThat(made)
        .extracting(sandbox -> ((ClaimSandbox) sandbox).binding().address().podIp())
        .doesNotHaveDuplicates();
  }

  @Test
  void claimOnATemplateStartsItsOwn() {
    ClaimBackend cold = ClaimSandboxes.fromTemplate(test, "plain", threads);
    try {
      ManagedSandbox sandbox = create(cold);

      assertThat(((ClaimSandbox) sandbox).binding().address().sandbox()).isEqualTo(sandbox.id());
      assertThat(TestCommand.run(sandbox, "echo hi").stdout()).isEqualTo("hi\n");
      assertThat(agents.get(Kind.POOL, "sandpool-plain").controller()).isEmpty();
      assertThat(agents.get(Kind.POOL, "sandpool-plain").raw().toString())
          .contains("\"kind\":\"SandboxTemplate\"");
      sandbox.destroy();
    } finally {
      cold.close();
    }
  }

  /** kubernetes-sigs/agent-sandbox 275: the Pod is gone, the claim ready. */
  @Test
  void podDeletedBehindAReadyClaimIsALossThatLeavesNothing() throws ApiException {
    ManagedSandbox sandbox = create(warm);
    sandbox.claim(FreeTenancy.terms(Map.of()));
    String object = ((ClaimSandbox) sandbox).binding().address().sandbox();

    deletePod(sandbox);

    soon().until(() -> sandbox.lost().isPresent());
    assertThat(sandbox.lost().get()).contains(sandbox.id()).contains("Pod");
    sandbox.destroy();
    soon().until(() -> agents.objects(Kind.SANDBOX).get(object).isEmpty());
  }

  @Test
  void warmOneWhosePodIsGoneIsNotLent() throws ApiException {
    ManagedSandbox sandbox = create(warm);

    deletePod(sandbox);

    soon().until(() -> sandbox.lost().isPresent());
  }

  /** kubernetes-sigs/agent-sandbox 1306: a process that died leaks nothing for ever. */
  @Test
  void claimsOfAProcessThatDiedExpireAndThoseOfALivingOneDoNot() {
    Duration lease = Duration.ofSeconds(10);
    ExecThreads dying = ExecThreads.create();
    ClaimBackend dead =
        ClaimSandboxes.open(test, Optional.of("warm"), Optional.empty(), lease, dying);
    ClaimBackend living =
        ClaimSandboxes.open(test, Optional.of("warm"), Optional.empty(), lease, threads);
    try {
      ManagedSandbox lost = create(dead);
      ManagedSandbox kept = create(living);
      kept.claim(FreeTenancy.terms(Map.of()));
      Instant end = end(kept);
      // Nothing of it runs any more, as after a kill: no renewal, no watch, no farewell.
      dying.close();
      dead.close();

      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> agents.objects(Kind.CLAIM).get(lost.id()).isEmpty());

      assertThat(end(kept)).isAfter(end);
      assertThat(kept.lost()).isEmpty();
      assertThat(TestCommand.run(kept, "echo here").stdout()).isEqualTo("here\n");
      kept.destroy();
    } finally {
      living.close();
    }
  }

  @Test
  void terminalReasonIsSaidAtOnceAndTheClaimTakenBack() {
    agents.faults().refuse("InvalidMetadata", "label domain example.com is not allowed");
    Instant start = Instant.now();

    assertThatThrownBy(() -> create(warm))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("InvalidMetadata: label domain example.com is not allowed");

    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(20));
    assertThat(warmClaims()).isEmpty();
  }

  @Test
  void poolThatIsNotThereIsSaidWithTheSetting() {
    ClaimBackend other = ClaimSandboxes.fromPool(test, "no-such-pool", threads);
    try {
      assertThatThrownBy(() -> create(other))
          .isInstanceOf(SandboxStartException.class)
          .hasMessageContaining("WarmPoolNotFound")
          .hasMessageContaining("sandpool.claim.warm-pool");
      assertThat(warmClaims()).isEmpty();
    } finally {
      other.close();
    }
  }

  @Test
  void controllerThatSleepsIsSaidAtTheTimeout() {
    agents.faults().sleep(true);
    SandboxSpec usual = ClaimSandboxes.spec();
    SandboxSpec hasty =
        new SandboxSpec(
            usual.name(),
            usual.image(),
            usual.workingDirectory(),
            Map.of(),
            usual.resources(),
            Duration.ofSeconds(2),
            Optional.empty());

    assertThatThrownBy(() -> warm.create(hasty))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("not ready after 2 s")
        .hasMessageContaining("controller has not answered");
    assertThat(warmClaims()).isEmpty();
  }

  private ManagedSandbox create(ClaimBackend backend) {
    ManagedSandbox sandbox = backend.create(ClaimSandboxes.spec());
    made.add(sandbox);
    return sandbox;
  }

  private boolean attempt(ClaimBackend backend) {
    try {
      create(backend);
      return true;
    } catch (SandboxStartException e) {
      assertThat(e).hasMessageContaining("another claim's");
      return false;
    }
  }

  private List<String> warmClaims() {
    return agents
        .objects(Kind.CLAIM)
        .list()
        .filter(claim -> claim.label("sandpool.dev/state").equals(Optional.of("warm")))
        .filter(claim -> !claim.deleting())
        .map(claim -> claim.name())
        .toList();
  }

  private static Instant end(ManagedSandbox sandbox) {
    return agents
        .get(Kind.CLAIM, sandbox.id())
        .time("spec", "lifecycle", "shutdownTime")
        .orElseThrow();
  }

  private static void deletePod(ManagedSandbox sandbox) throws ApiException {
    new CoreV1Api(test.cluster().client())
        .deleteNamespacedPod(
            ((ClaimSandbox) sandbox).binding().address().podName(), test.cluster().namespace())
        .gracePeriodSeconds(0)
        .execute();
  }

  private static ConditionFactory soon() {
    return await().atMost(Duration.ofSeconds(30));
  }
}
