package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replicas share warm claims of a real cluster. */
class ClaimStockIT {

  private TwoReplicas replicas;
  private ClaimBackend one;
  private ClaimBackend other;

  @BeforeEach
  void open() {
    replicas = TwoReplicas.open("claimstock");
    one = replicas.one();
    other = replicas.other();
  }

  @AfterEach
  void close() {
    if (replicas != null) {
      replicas.close();
    }
  }

  @Test
  void replicaTakesItsShareOverAndLendsWhatIsNot() {
    one.stock().share(ClaimSandboxes.spec(), 2);
    other.stock().share(ClaimSandboxes.spec(), 2);
    List<ManagedSandbox> made =
        IntStream.range(0, 2).mapToObj(i -> warm(one, ClaimSandboxes.spec())).toList();

    ManagedSandbox adopted =
        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> other.stock().adopt(ClaimSandboxes.spec()), Optional::isPresent)
            .orElseThrow();
    await().until(() -> made.stream().filter(ManagedSandbox::isTaken).count() == 1);
    ManagedSandbox lent =
        await()
            .until(() -> other.stock().take(ClaimSandboxes.spec()), Optional::isPresent)
            .orElseThrow();
    lent.claim(FreeTenancy.terms(Map.of()));
    adopted.claim(FreeTenancy.terms(Map.of()));

    await().until(() -> made.stream().allMatch(ManagedSandbox::isTaken));
    made.forEach(ManagedSandbox::destroy);
    assertThat(List.of(adopted.id(), lent.id()))
        .containsExactlyInAnyOrder(made.get(0).id(), made.get(1).id());
    assertThat(TestCommand.run(adopted, "echo one").stdout()).isEqualTo("one\n");
    assertThat(TestCommand.run(lent, "echo two").stdout()).isEqualTo("two\n");
  }

  private static ManagedSandbox warm(ClaimBackend replica, SandboxSpec spec) {
    ManagedSandbox made = replica.prepare(spec);
    made.offer();
    return made;
  }
}
