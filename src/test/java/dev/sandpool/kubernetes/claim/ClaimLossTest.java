package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.ExecFailedException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxStatus;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.kubernetes.fixture.ExecBehaviour;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What ends a sandbox under its user, and what does not, as the claim's status tells it. */
@Timeout(60)
class ClaimLossTest {

  private static final ExecBehaviour CUT =
      ExecBehaviour.scripted(
          (peer, marker) -> {
            throw peer.cut();
          });

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
  void readyClaimWhosePodIsGoneIsLostWithTheReason() {
    ManagedSandbox sandbox = active();
    List<String> heard = new CopyOnWriteArrayList<>();
    sandbox.onLost(heard::add);

    controller.unready(sandbox.id(), "DependenciesNotReady", "Pod does not exist");
    controller.clearIps(sandbox.id());

    soon().until(() -> heard.size() == 1);
    assertThat(heard.get(0)).contains("its Pod is gone").contains("Pod does not exist");
    assertThat(backend.find(sandbox.id())).isEmpty();
    // Its user may never close it, and the controller has put another Pod in the place of the
    // first.
    soon().until(() -> controller.claims().get(sandbox.id()).isEmpty());
  }

  @Test
  void podThatCameBackWithAnotherAddressIsNotTheSame() {
    ManagedSandbox sandbox = active();

    controller.ready(sandbox.id(), "name", "warm-1", "10.0.0.99");

    soon().until(() -> sandbox.lost().isPresent());
    assertThat(sandbox.lost().get()).contains("replaced");
    assertThat(backend.find(sandbox.id())).isEmpty();
    assertThat(backend.list()).isEmpty();
  }

  @Test
  void claimThatGotAnotherSandboxIsLost() {
    ManagedSandbox sandbox = active();

    controller.ready(sandbox.id(), "name", "warm-2", "10.0.0.1");

    soon().until(() -> sandbox.lost().isPresent());
    assertThat(sandbox.lost().get()).contains("another Sandbox");
  }

  @Test
  void usedOneThatIsBusyIsNotLost() {
    ManagedSandbox sandbox = active();
    ManagedSandbox marker = active();

    controller.unready(sandbox.id(), "DependenciesNotReady", "Pod is Running but not Ready");
    controller.claims().delete(marker.id());

    // Events come in order, so by now the first has been seen.
    soon().until(() -> marker.lost().isPresent());
    assertThat(sandbox.lost()).isEmpty();
    assertThat(backend.find(sandbox.id())).isPresent();
    assertThat(backend.list()).extracting("id").contains(sandbox.id());
  }

  @Test
  void warmOneThatIsNotReadyIsNotLent() {
    ManagedSandbox sandbox = backend.create(fixture.spec());

    controller.unready(sandbox.id(), "DependenciesNotReady", "Pod is Running but not Ready");

    soon().until(() -> sandbox.lost().isPresent());
    sandbox.destroy();
    assertThat(controller.claims().get(sandbox.id())).isEmpty();
  }

  @Test
  void expiredClaimIsLostAndGoneFromTheList() {
    ManagedSandbox sandbox = active();

    controller.unready(sandbox.id(), "ClaimExpired", "Claim expired. Sandbox cleanup initiated.");

    soon().until(() -> sandbox.lost().isPresent());
    assertThat(sandbox.lost().get()).contains("ClaimExpired");
    assertThat(backend.find(sandbox.id())).isEmpty();
    assertThat(backend.list()).isEmpty();
  }

  @Test
  void connectionThatBrokeIsNoLoss() {
    ManagedSandbox sandbox = active();
    fixture.server.next(CUT, CUT, CUT);

    assertThatThrownBy(() -> useUp(sandbox)).isInstanceOf(ExecFailedException.class);
    assertThat(sandbox.lost()).isEmpty();
  }

  @Test
  void connectionThatBrokeWithItsPodIsALossBeforeTheClaimSaysSo() {
    ManagedSandbox sandbox = active();
    fixture.server.usually(
        ExecBehaviour.scripted(
            (peer, marker) -> {
              controller
                  .sandboxes()
                  .change("warm-1", object -> object.getAsJsonObject("status").remove("podIPs"));
              throw peer.cut();
            }));

    assertThatThrownBy(() -> useUp(sandbox))
        .isInstanceOf(SandboxLostException.class)
        .hasMessageContaining("its Pod is gone");
  }

  @Test
  void sandboxThatGoesWhileItsLossIsLookedIntoIsALoss() {
    ManagedSandbox sandbox = active();
    ManagedSandbox marker = active();
    fixture.server.usually(
        ExecBehaviour.scripted(
            (peer, marked) -> {
              controller.clearIps(sandbox.id());
              controller.claims().delete(marker.id());
              // Events come in order, so by now it is known that the address has changed.
              soon().until(() -> marker.lost().isPresent());
              controller.sandboxes().delete("warm-1");
              throw peer.cut();
            }));

    assertThatThrownBy(() -> useUp(sandbox))
        .isInstanceOf(SandboxLostException.class)
        .hasMessageContaining("is gone");
  }

  @Test
  void sandboxThatBecameAnotherClaimsIsALoss() {
    ManagedSandbox sandbox = active();
    fixture.server.usually(
        ExecBehaviour.scripted(
            (peer, marker) -> {
              giveToAnother("warm-1");
              throw peer.cut();
            }));

    assertThatThrownBy(() -> useUp(sandbox))
        .isInstanceOf(SandboxLostException.class)
        .hasMessageContaining("another claim's");
  }

  @Test
  void claimThatAnotherReplicaTookIsNotThisOnesToDelete() {
    ManagedSandbox sandbox = backend.create(fixture.spec());
    controller
        .claims()
        .change(
            sandbox.id(),
            object ->
                object
                    .getAsJsonObject("metadata")
                    .getAsJsonObject("labels")
                    .addProperty("sandpool.dev/state", "active"));

    assertThatThrownBy(() -> sandbox.claim(FreeTenancy.terms(Map.of())))
        .isInstanceOf(SandboxLostException.class);
    sandbox.destroy();

    assertThat(controller.claims().get(sandbox.id())).isPresent();
    assertThat(backend.find(sandbox.id())).isPresent();
  }

  @Test
  void claimsOfOthersAreNotFoundNorListed() {
    controller
        .claims()
        .addJson(
            """
            {"metadata":{"name":"sp-0123456789","labels":{"sandpool.dev/state":"active"}}}
            """);

    assertThat(backend.find("sp-0123456789")).isEmpty();
    assertThat(backend.delete("sp-0123456789")).isFalse();
    assertThat(backend.list()).isEmpty();
    assertThat(controller.claims().get("sp-0123456789")).isPresent();
  }

  @Test
  void suspendedOneIsNotLostAndRunsAgainInAnotherPod() {
    ManagedSandbox sandbox = active();
    controller.sandboxes().onPatch(this::operate);

    sandbox.suspend();

    assertThat(sandbox.info().status()).isEqualTo(SandboxStatus.SUSPENDED);
    assertThat(sandbox.lost()).isEmpty();
    assertThatThrownBy(() -> TestCommand.run(sandbox, "echo hi"))
        .isInstanceOf(ExecFailedException.class)
        .hasMessageContaining("resume it first");

    sandbox.resume();

    assertThat(sandbox.info().status()).isEqualTo(SandboxStatus.RUNNING);
    assertThat(TestCommand.run(sandbox, "echo hi").stdout()).isEqualTo("hi\n");
    assertThat(controller.sandboxes().writes()).hasSize(2);
    sandbox.resume();
    assertThat(controller.sandboxes().writes()).hasSize(2);
  }

  @Test
  void sandboxOfAnotherClaimIsNotSuspended() {
    ManagedSandbox sandbox = active();
    giveToAnother("warm-1");

    assertThatThrownBy(sandbox::suspend)
        .isInstanceOf(SandboxLostException.class)
        .hasMessageContaining("another claim's");
  }

  private void giveToAnother(String sandbox) {
    controller
        .sandboxes()
        .change(
            sandbox,
            object ->
                object
                    .getAsJsonObject("metadata")
                    .getAsJsonObject("labels")
                    .addProperty("agents.x-k8s.io/claim-uid", "another"));
  }

  /** Does as the Sandbox says, and tells its claim. */
  private void operate(String name) {
    String claim = backend.list().get(0).id();
    String sandbox = controller.sandboxes().get(name).orElseThrow().get("spec").toString();
    if (sandbox.contains("Suspended")) {
      controller.unready(claim, "SandboxSuspended", "Sandbox is suspending");
      controller.clearIps(claim);
    } else {
      controller.unready(claim, "DependenciesNotReady", "Pod is Pending");
      controller.ready(claim, "name", name, "10.0.0.77");
    }
  }

  private ManagedSandbox active() {
    ManagedSandbox sandbox = backend.create(fixture.spec());
    sandbox.claim(FreeTenancy.terms(Map.of()));
    return sandbox;
  }

  /** Two commands: the first may have a channel that was opened before. */
  private static void useUp(ManagedSandbox sandbox) {
    TestCommand.command(sandbox, "exit 0").run();
    TestCommand.command(sandbox, "exit 0").run();
    TestCommand.command(sandbox, "exit 0").run();
  }

  private static ConditionFactory soon() {
    return await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(20));
  }
}
