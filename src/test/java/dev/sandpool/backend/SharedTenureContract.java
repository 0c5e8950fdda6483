package dev.sandpool.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.exec.RunningCommand;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Two replicas agree on how long a sandbox may be kept, by its object alone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
public abstract class SharedTenureContract {

  private static final Duration LATENCY = Duration.ofSeconds(10);

  /** A replica. */
  protected abstract SandboxBackend one();

  /** Another one of the same installation. */
  protected abstract SandboxBackend other();

  /** What to make. */
  protected abstract SandboxSpec spec();

  /** How many sandboxes to try the race on. */
  protected abstract int races();

  @Test
  void termsAndRenewalsOfOneAreSeenByTheOther() {
    ManagedSandbox here = claimed();
    try {
      ManagedSandbox there = find(here);
      assertThat(there.info()).isEqualTo(here.info());
      assertThat(there.info().labels()).isEqualTo(TenureContract.ODD_LABELS);
      assertThat(other().list()).contains(here.info());

      Tenure next = here.tenure().usedAt(here.tenure().lastUse().plusSeconds(30));
      assertThat(here.renew(here.tenure(), next)).isTrue();

      await().atMost(LATENCY).until(() -> there.tenure().equals(next));
      assertThat(there.info()).isEqualTo(here.info());
      assertThat(other().list()).contains(here.info());
    } finally {
      here.destroy();
    }
  }

  /** Its watch has not told it yet, or has: it never writes over what it did not see. */
  @Test
  void whoeverIsBehindLearnsItByItsRefusal() {
    ManagedSandbox here = claimed();
    try {
      ManagedSandbox there = find(here);
      for (int round = 0; round < 5; round++) {
        Tenure seen = here.tenure();
        Tenure mine = seen.usedAt(seen.lastUse().plusSeconds(30));
        Tenure theirs = seen.usedAt(seen.lastUse().plusSeconds(60));

        assertThat(here.renew(seen, mine)).isTrue();
        assertThat(there.renew(seen, theirs)).isFalse();

        assertThat(there.tenure()).isEqualTo(mine);
        assertThat(there.renew(mine, theirs)).isTrue();
        assertThat(here.renew(mine, seen)).isFalse();
        assertThat(here.tenure()).isEqualTo(theirs);
      }
    } finally {
      here.destroy();
    }
  }

  @Test
  void endAtOneIsALossAtTheOtherThatEndsItsCommands() {
    ManagedSandbox here = claimed();
    ManagedSandbox there = find(here);
    RunningCommand running =
        TestCommand.command(there, "echo begun; sleep 600").start((stream, bytes) -> {});

    assertThat(here.expire(here.tenure(), "its time is over")).isTrue();

    assertThatThrownBy(() -> TestCommand.await(running)).isInstanceOf(SandboxLostException.class);
    await().atMost(LATENCY).until(() -> there.lost().isPresent());
    assertThatThrownBy(() -> there.renew(there.tenure(), there.tenure().usedAt(Instant.now())))
        .isInstanceOf(SandboxLostException.class);
    assertThat(there.expire(there.tenure(), "again")).isFalse();
    assertThat(other().find(here.id())).isEmpty();
    assertThat(other().list()).extracting(SandboxInfo::id).doesNotContain(here.id());
  }

  @Test
  void ofRenewalAndEndAtTwoReplicasOneWins() {
    for (int round = 0; round < races(); round++) {
      ManagedSandbox here = claimed();
      ManagedSandbox there = find(here);
      ManagedSandbox ending = round % 2 == 0 ? here : there;
      try {
        boolean renewed = TenureRace.run(ending == here ? there : here, ending, here.tenure());
        if (renewed) {
          await().atMost(LATENCY).until(() -> here.tenure().equals(there.tenure()));
          assertThat(here.lost()).isEmpty();
        } else {
          await().atMost(LATENCY).until(() -> here.lost().isPresent() && there.lost().isPresent());
        }
      } finally {
        here.destroy();
      }
    }
  }

  private ManagedSandbox claimed() {
    ManagedSandbox made = one().create(spec());
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Tenure tenure =
        new Tenure(
            now, Optional.of(Duration.ofMinutes(9)), Optional.of(Duration.ofMinutes(5)), now);
    made.claim(
        new Terms(TenureContract.ODD_LABELS, "acme", Optional.of("thread 7"), false, tenure));
    return made;
  }

  private ManagedSandbox find(ManagedSandbox here) {
    ManagedSandbox there = other().find(here.id()).orElseThrow();
    assertThat(there).isNotSameAs(here);
    await().atMost(LATENCY).until(() -> there.tenure().equals(here.tenure()));
    return there;
  }
}
