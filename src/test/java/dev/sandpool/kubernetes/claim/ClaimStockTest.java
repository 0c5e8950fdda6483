package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonPrimitive;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several replicas share warm claims. */
@Timeout(60)
class ClaimStockTest {

  @TempDir private Path directory;
  private ClaimFixture fixture;
  private ClaimBackend one;
  private ClaimBackend other;

  @BeforeEach
  void open() {
    fixture = new ClaimFixture(directory);
    one = fixture.open(ClaimFixture.POOL);
    other = fixture.open(ClaimFixture.POOL);
    await().until(() -> other.stock().share(fixture.spec(), 4) == 2);
    await().until(() -> one.stock().share(fixture.spec(), 4) == 2);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void claimOfOneThatIsGoneIsTakenOverAndRenewedByWhoTookIt() {
    ManagedSandbox made = warm(one, fixture.spec());
    give(made.id(), "gone");

    ManagedSandbox adopted =
        await().until(() -> other.stock().adopt(fixture.spec()), Optional::isPresent).orElseThrow();

    assertThat(adopted.id()).isEqualTo(made.id());
    assertThat(made.isTaken()).isTrue();
    assertThat(isWanted(made)).isFalse();
    assertThat(isWanted(adopted)).isTrue();
    made.destroy();
    adopted.claim(FreeTenancy.terms(Map.of()));
    assertThat(TestCommand.run(adopted, "echo $FROM_SPEC").stdout()).isEqualTo("yes\n");
  }

  @Test
  void claimLentByAnotherIsNoLongerItsHolders() {
    ManagedSandbox made = warm(one, fixture.spec());
    ManagedSandbox found = take(fixture.spec());

    found.claim(FreeTenancy.terms(Map.of("user", "me")));

    await().until(made::isTaken);
    made.destroy();
    assertThat(fixture.controller.claims().get(made.id())).isPresent();
    assertThat(isWanted(found)).isTrue();
    assertThat(isWanted(made)).isFalse();
    assertThat(TestCommand.run(found, "echo $FROM_SPEC").stdout()).isEqualTo("yes\n");
    assertThat(found.info().labels()).containsExactly(Map.entry("user", "me"));
  }

  @Test
  void claimThatIsNotSetUpIsNotTaken() {
    ManagedSandbox made = one.prepare(setUp());

    assertThat(other.stock().take(setUp())).isEmpty();
    made.offer();

    assertThat(take(setUp()).id()).isEqualTo(made.id());
  }

  /** Who would have seen that it was replaced may be gone. */
  @Test
  void claimWhosePodIsNotTheOneThatWasSetUpIsNotTaken() {
    ManagedSandbox made = one.prepare(setUp());
    made.offer();
    take(setUp());
    give(made.id(), "gone");

    fixture.controller.ready(made.id(), "name", "warm-1", "10.0.0.99");

    ManagedSandbox next = one.prepare(setUp());
    next.offer();
    assertThat(take(setUp()).id()).isEqualTo(next.id());
    assertThat(other.stock().take(setUp())).isEmpty();
  }

  private static boolean isWanted(ManagedSandbox sandbox) {
    return ((ClaimSandbox) sandbox).isWanted(Instant.MAX);
  }

  private ManagedSandbox take(SandboxSpec spec) {
    return await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> other.stock().take(spec), Optional::isPresent)
        .orElseThrow();
  }

  private void give(String claim, String holder) {
    fixture
        .controller
        .claims()
        .change(
            claim,
            object ->
                object
                    .getAsJsonObject("metadata")
                    .getAsJsonObject("labels")
                    .add("sandpool.dev/holder", new JsonPrimitive(holder)));
  }

  private SandboxSpec setUp() {
    SandboxSpec plain = fixture.spec();
    return new SandboxSpec(
        plain.name(),
        plain.image(),
        plain.workingDirectory(),
        plain.environment(),
        plain.resources(),
        plain.startupTimeout(),
        Optional.of("true"));
  }

  private static ManagedSandbox warm(ClaimBackend replica, SandboxSpec spec) {
    ManagedSandbox made = replica.prepare(spec);
    made.offer();
    return made;
  }
}
