package dev.sandpool.backend;

import static dev.sandpool.backend.TestCommand.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.SandboxException;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Sandboxes are made, claimed once, found, listed, lost and destroyed. */
interface LifeContract extends ContractSubject {

  @Test
  default void freshOneIsWarmAndHidden() {
    ManagedSandbox sandbox = fresh();

    assertThat(sandbox.info().status()).isEqualTo(SandboxStatus.WARM);
    assertThat(sandbox.info().id()).isEqualTo(sandbox.id());
    assertThat(sandbox.info().mode()).isEqualTo(backend().mode());
    assertThat(sandbox.info().spec()).isEqualTo(spec().name());
    assertThat(sandbox.info().labels()).isEmpty();
    assertThat(backend().find(sandbox.id())).isEmpty();
    assertThat(listedIds()).doesNotContain(sandbox.id());
    assertThat(run(sandbox, "echo ready").stdout()).isEqualTo("ready\n");
  }

  @Test
  default void claimedOneIsFoundAndListed() {
    ManagedSandbox sandbox = fresh();
    sandbox.claim(FreeTenancy.terms(Map.of("customer", "42")));

    assertThat(sandbox.info().status()).isEqualTo(SandboxStatus.RUNNING);
    assertThat(sandbox.info().labels()).isEqualTo(Map.of("customer", "42"));
    assertThat(backend().find(sandbox.id()).map(ManagedSandbox::id)).hasValue(sandbox.id());
    assertThat(backend().list()).contains(sandbox.info());
  }

  @Test
  default void foundOneRunsCommandsInTheSameSandbox() {
    ManagedSandbox sandbox = fresh();
    sandbox.claim(FreeTenancy.terms(Map.of()));
    run(sandbox, "echo here >/tmp/here");

    ManagedSandbox found = backend().find(sandbox.id()).orElseThrow();

    assertThat(run(found, "cat /tmp/here").stdout()).isEqualTo("here\n");
  }

  @Test
  default void nobodyGetsItTwice() {
    ManagedSandbox sandbox = fresh();
    sandbox.claim(FreeTenancy.terms(Map.of("first", "yes")));

    assertThatThrownBy(() -> sandbox.claim(FreeTenancy.terms(Map.of("second", "yes"))))
        .isInstanceOf(SandboxException.class);
    assertThat(sandbox.info().labels()).isEqualTo(Map.of("first", "yes"));
  }

  @Test
  default void listIsOldestFirst() {
    ManagedSandbox first = fresh();
    ManagedSandbox second = fresh();
    second.claim(FreeTenancy.terms(Map.of()));
    first.claim(FreeTenancy.terms(Map.of()));

    List<SandboxInfo> list = backend().list();

    assertThat(list).isSortedAccordingTo(Comparator.comparing(SandboxInfo::createdAt));
    assertThat(listedIds()).contains(first.id(), second.id());
  }

  @Test
  default void destroyedOneIsGoneAndStaysGone() {
    ManagedSandbox sandbox = fresh();
    sandbox.claim(FreeTenancy.terms(Map.of()));

    sandbox.destroy();
    sandbox.destroy();

    assertThat(sandbox.lost()).isPresent();
    assertThat(sandbox.info().status()).isEqualTo(SandboxStatus.TERMINATED);
    assertThat(backend().find(sandbox.id())).isEmpty();
    assertThat(listedIds()).doesNotContain(sandbox.id());
    assertThat(backend().delete(sandbox.id())).isFalse();
    assertThatThrownBy(() -> sandbox.claim(FreeTenancy.terms(Map.of())))
        .isInstanceOf(SandboxLostException.class);
  }

  @Test
  default void destructionByItsOwnerIsNoLossToTell() {
    ManagedSandbox sandbox = fresh();
    List<String> heard = new CopyOnWriteArrayList<>();
    sandbox.onLost(heard::add);

    sandbox.destroy();

    assertThat(heard).isEmpty();
  }

  @Test
  default void deletionByIdIsALoss() {
    ManagedSandbox sandbox = fresh();
    sandbox.claim(FreeTenancy.terms(Map.of()));
    List<String> heard = new CopyOnWriteArrayList<>();
    sandbox.onLost(heard::add);

    backend().delete(sandbox.id());

    await().untilAsserted(() -> assertThat(heard).hasSize(1));
  }

  @Test
  default void deletionTellsWhetherThereWasOne() {
    ManagedSandbox sandbox = fresh();
    sandbox.claim(FreeTenancy.terms(Map.of()));

    assertThat(backend().delete(sandbox.id())).isTrue();
    assertThat(backend().delete(sandbox.id())).isFalse();
    assertThat(backend().find(sandbox.id())).isEmpty();
  }

  @Test
  default void unknownIdsAreNotFound() {
    assertThat(backend().find("sp-0000000000")).isEmpty();
    assertThat(backend().delete("sp-0000000000")).isFalse();
  }

  @Test
  default void lossIsToldOnceToEverybody() {
    ManagedSandbox sandbox = fresh();
    sandbox.claim(FreeTenancy.terms(Map.of()));
    List<String> heard = new CopyOnWriteArrayList<>();
    sandbox.onLost(heard::add);

    killFromOutside(sandbox);

    await().until(() -> !heard.isEmpty());
    sandbox.onLost(heard::add);
    assertThat(heard).hasSize(2).allMatch(reason -> !reason.isBlank());
    assertThat(backend().find(sandbox.id())).isEmpty();
    // Whoever lists asks the cluster, which may hear of it a moment later.
    await().until(() -> !listedIds().contains(sandbox.id()));
    assertThat(sandbox.info().status()).isEqualTo(SandboxStatus.TERMINATED);
  }

  @Test
  default void healthyBackEndHasNoTrouble() {
    shared();
    assertThat(backend().trouble()).isEmpty();
  }

  private List<String> listedIds() {
    return backend().list().stream().map(SandboxInfo::id).toList();
  }
}
