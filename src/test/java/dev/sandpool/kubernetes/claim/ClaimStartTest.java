package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import dev.sandpool.SandboxStartException;
import dev.sandpool.SandboxStatus;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.kubernetes.fixture.ExecBehaviour;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From a claim to a sandbox that runs commands, whatever the server and the controller do. */
@Timeout(60)
class ClaimStartTest {

  @TempDir private Path directory;
  private ClaimFixture fixture;
  private ScriptedController controller;
  private ClaimBackend backend;

  @BeforeEach
  void open() {
    fixture = new ClaimFixture(directory);
    controller = fixture.controller;
    backend = fixture.open(ClaimFixture.POOL);
    await().until(() -> controller.claims().watches() > 0);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void lifeCostsThreeWrites() {
    ManagedSandbox sandbox = backend.create(fixture.spec());
    sandbox.claim(FreeTenancy.terms(Map.of("customer", "42")));
    assertThat(run(sandbox, "echo $FROM_SPEC; pwd"))
        .isEqualTo("yes\n" + directory.resolve("work") + "\n");
    assertThat(sandbox.info().status()).isEqualTo(SandboxStatus.RUNNING);
    assertThat(sandbox.info().labels()).isEqualTo(Map.of("customer", "42"));
    sandbox.destroy();

    assertThat(controller.claims().writes())
        .containsExactly("POST " + sandbox.id(), "PATCH " + sandbox.id(), "DELETE " + sandbox.id());
    assertThat(controller.sandboxes().writes()).isEmpty();
    assertThat(fixture.server.store("sandboxwarmpools").writes()).isEmpty();
  }

  @Test
  void claimSaysAllThatTheControllerAndOtherReplicasNeed() {
    Instant before = Instant.now();
    ManagedSandbox sandbox = backend.create(fixture.spec());

    JsonObject spec = controller.spec(sandbox.id());
    assertThat(spec.getAsJsonObject("warmPoolRef").get("name").getAsString()).isEqualTo("pool");
    JsonObject lifecycle = spec.getAsJsonObject("lifecycle");
    assertThat(lifecycle.get("shutdownPolicy").getAsString()).isEqualTo("Delete");
    assertThat(lifecycle.get("shutdownTime").getAsString())
        .matches("[0-9-]{10}T[0-9:]{8}Z")
        .satisfies(
            text ->
                assertThat(Duration.between(before, Instant.parse(text)))
                    .isBetween(Duration.ofSeconds(598), Duration.ofSeconds(660)));
    JsonObject metadata =
        controller.claims().get(sandbox.id()).orElseThrow().getAsJsonObject("metadata");
    assertThat(metadata.getAsJsonObject("labels").toString())
        .contains("\"app.kubernetes.io/managed-by\":\"sandpool\"")
        .contains("\"agents.x-k8s.io/created-by\":\"java-client\"")
        .contains("\"sandpool.dev/state\":\"starting\"")
        .contains("\"sandpool.dev/instance\":\"sandpool\"")
        .containsPattern("\"sandpool.dev/holder\":\"[0-9a-f]{10}\"")
        .containsPattern("\"sandpool.dev/made-from\":\"[0-9a-f]{20}\"")
        .contains("\"sandpool.dev/spec\":\"default\"");
    assertThat(
            Instant.parse(
                metadata
                    .getAsJsonObject("annotations")
                    .get("agents.x-k8s.io/client-first-requested-at")
                    .getAsString()))
        .isAfterOrEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "Name"})
  void sandboxHasTheNameThatTheStatusSays(String field) {
    controller.onClaim(
        claim ->
            controller.ready(
                claim, field, controller.sandboxFor(controller.uid(claim)), "10.0.0.1"));

    ManagedSandbox sandbox = backend.create(fixture.spec());

    assertThat(((ClaimSandbox) sandbox).binding().address().sandbox()).isEqualTo("warm-1");
    assertThat(((ClaimSandbox) sandbox).binding().address().podName()).isEqualTo("pod-warm-1");
    assertThat(((ClaimSandbox) sandbox).binding().address().podIp()).hasValue("10.0.0.1");
  }

  @Test
  void benignReasonsAreWaitedOut() {
    controller.onClaim(claim -> controller.unready(claim, "AdoptionConflict", "try again"));
    CompletableFuture<ManagedSandbox> made = create();
    String claim = onlyClaim();

    controller.unready(claim, "SandboxCreatePending", "waiting");
    controller.unready(claim, "SandboxMissing", "not yet");
    controller.adopt(claim);

    assertThat(made.join().lost()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "InvalidMetadata",
        "EnvVarsInjectionRejected",
        "VolumeClaimTemplatesError",
        "ClaimExpired",
        "SandboxExpired",
        "InvalidConfiguration",
        "PodFailed",
        "PodSucceeded",
        "WarmPoolNotFound",
        "TemplateNotFound"
      })
  void reasonsThatDoNotPassFailAtOnceAndLeaveNothing(String reason) {
    controller.onClaim(claim -> controller.unready(claim, reason, "because of this"));
    Instant start = Instant.now();

    assertThatThrownBy(() -> backend.create(fixture.spec()))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("SandboxWarmPool pool")
        .hasMessageContaining(reason + ": because of this");

    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(5));
    assertThat(controller.claims().isEmpty()).isTrue();
  }

  @Test
  void claimThatNeverBecomesReadyIsRolledBackAtTheDeadline() {
    controller.onClaim(claim -> controller.unready(claim, "SandboxNotReady", "Pod is Pending"));

    assertThatThrownBy(() -> backend.create(fixture.spec(Duration.ofSeconds(1))))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("not ready after 1 s")
        .hasMessageContaining("Pod is Pending");

    assertThat(controller.claims().isEmpty()).isTrue();
  }

  @Test
  void controllerThatDoesNotAnswerIsSaid() {
    controller.onClaim(claim -> {});

    assertThatThrownBy(() -> backend.create(fixture.spec(Duration.ofSeconds(1))))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("controller has not answered");
  }

  @Test
  void claimDeletedWhileItIsWaitedForFailsAtOnce() {
    controller.onClaim(claim -> {});
    CompletableFuture<ManagedSandbox> made = create();

    controller.claims().delete(onlyClaim());

    assertThatThrownBy(made::join).hasMessageContaining("deleted");
  }

  @Test
  void claimThatIsReplacedByAnotherOfItsNameIsNotDeleted() {
    controller.onClaim(claim -> {});
    CompletableFuture<ManagedSandbox> made = create();
    String claim = onlyClaim();

    controller.claims().delete(claim);
    controller.claims().add(claim);

    assertThatThrownBy(made::join).hasMessageContaining("deleted");
    assertThat(controller.claims().get(claim)).isPresent();
  }

  @Test
  void droppedStreamsAreTakenUpWhereTheyBroke() {
    controller.onClaim(claim -> {});
    CompletableFuture<ManagedSandbox> made = create();
    String claim = onlyClaim();
    int watches = controller.claims().watches();

    controller.claims().dropWatches();
    controller.adopt(claim);

    assertThat(made.join().lost()).isEmpty();
    assertThat(controller.claims().watches()).isGreaterThan(watches);
  }

  @Test
  void forgottenVersionBeginsAnew() {
    controller.onClaim(claim -> {});
    CompletableFuture<ManagedSandbox> made = create();
    String claim = onlyClaim();
    controller.claims().failWatches(500);
    controller.claims().failLists(500);
    controller.claims().dropWatches();
    controller.adopt(claim);
    controller.claims().forgetHistory();
    controller.claims().failWatches(0);

    // Lists go on failing, so what is seen is seen by the claim's own watch.
    assertThat(made.join().lost()).isEmpty();
    controller.claims().failLists(0);
  }

  @Test
  void versionRefusedWith410BeginsAnew() {
    controller.onClaim(claim -> {});
    controller.claims().failLists(500);
    CompletableFuture<ManagedSandbox> made = create();
    String claim = onlyClaim();
    controller.claims().failWatches(410);
    controller.claims().dropWatches();
    controller.adopt(claim);
    controller.claims().failWatches(0);

    assertThat(made.join().lost()).isEmpty();
    controller.claims().failLists(0);
  }

  @Test
  void sandboxOfAnotherClaimIsRefused() {
    controller.onClaim(
        claim -> controller.bind(claim, controller.sandboxFor("somebody-elses-uid")));

    assertThatThrownBy(() -> backend.create(fixture.spec()))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("another claim's");

    assertThat(controller.claims().isEmpty()).isTrue();
  }

  @Test
  void sandboxWithoutThatLabelIsKnownByItsOwner() {
    controller.onClaim(
        claim -> {
          controller
              .sandboxes()
              .addJson(
                  """
                  {"metadata":{"name":"old","ownerReferences":[{"uid":"%s","controller":true,
                    "apiVersion":"v1","kind":"SandboxClaim","name":"c"}]}}
                  """
                      .formatted(controller.uid(claim)));
          controller.bind(claim, "old");
        });

    assertThat(backend.create(fixture.spec()).lost()).isEmpty();
  }

  @Test
  void sandboxWhoseRuntimeDoesNotListenIsNotHandedOut() {
    fixture.server.usually(ExecBehaviour.refused(500, "InternalError", "nobody listens"));

    assertThatThrownBy(() -> backend.create(fixture.spec()))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining("nobody listens");

    assertThat(controller.claims().isEmpty()).isTrue();
  }

  @Test
  void directoryThatCannotBeMadeIsSaid() throws Exception {
    Files.writeString(directory.resolve("work"), "a file is in the way");

    assertThatThrownBy(() -> backend.create(fixture.spec()))
        .isInstanceOf(SandboxStartException.class)
        .hasMessageContaining(directory.resolve("work").toString())
        .hasMessageContaining("sandpool.spec.working-directory");

    assertThat(controller.claims().isEmpty()).isTrue();
  }

  private CompletableFuture<ManagedSandbox> create() {
    return CompletableFuture.supplyAsync(
        () -> backend.create(fixture.spec()), fixture.threads.blocking());
  }

  private String onlyClaim() {
    await().until(() -> !controller.claims().writes().isEmpty());
    List<String> writes = controller.claims().writes();
    String claim = writes.get(0).substring("POST ".length());
    await().until(() -> controller.claims().get(claim).isPresent());
    return claim;
  }

  private static String run(ManagedSandbox sandbox, String script) {
    return TestCommand.command(sandbox, script).run().stdout();
  }
}
