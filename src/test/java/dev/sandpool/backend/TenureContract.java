package dev.sandpool.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The terms on which somebody has a sandbox, and its end by compare and set. */
interface TenureContract extends ContractSubject {

  /** Text that no label of a cluster holds, and two that look alike in one. */
  Map<String, String> ODD_LABELS =
      Map.of(
          "team", "blue & green / ü",
          "long", "é".repeat(1024),
          "one", "a b",
          "other", "a/b",
          "empty", "");

  @Test
  default void termsComeBackAsTheyWereGiven() {
    ManagedSandbox sandbox = fresh();
    Tenure tenure = tenure(Duration.ofMinutes(90), Duration.ofMillis(600_500));
    sandbox.claim(new Terms(ODD_LABELS, "acme", Optional.of("thread \"7\" / ü"), false, tenure));

    SandboxInfo info = backend().find(sandbox.id()).orElseThrow().info();

    assertThat(info.labels()).isEqualTo(ODD_LABELS);
    assertThat(info.tenant()).isEqualTo("acme");
    assertThat(info.key()).hasValue("thread \"7\" / ü");
    assertThat(info.lastUsedAt()).isEqualTo(tenure.lastUse());
    assertThat(sandbox.tenure()).isEqualTo(tenure);
    assertThat(backend().list()).contains(info);
    assertThat(info.expiresAt().orElseThrow()).isBeforeOrEqualTo(tenure.end().orElseThrow());
  }

  @Test
  default void renewalIsACompareAndSet() {
    ManagedSandbox sandbox = fresh();
    Tenure first = tenure(Duration.ofMinutes(5), Duration.ofMinutes(5));
    sandbox.claim(terms(first));
    Tenure second = first.usedAt(first.lastUse().plusSeconds(30));

    assertThat(sandbox.renew(first, second)).isTrue();

    assertThat(sandbox.tenure()).isEqualTo(second);
    assertThat(sandbox.info().lastUsedAt()).isEqualTo(second.lastUse());
    assertThat(sandbox.renew(first, first.usedAt(first.lastUse().plusSeconds(60)))).isFalse();
    assertThat(sandbox.tenure()).isEqualTo(second);
    assertThat(sandbox.expire(first, "it is over")).isFalse();
    assertThat(sandbox.lost()).isEmpty();
    assertThat(TestCommand.run(sandbox, "echo lives").stdout()).isEqualTo("lives\n");
  }

  @Test
  default void oneThatExpiredIsLostToItsHolderAndGone() {
    ManagedSandbox sandbox = fresh();
    Tenure tenure = tenure(Duration.ofMinutes(5), Duration.ofMinutes(5));
    sandbox.claim(terms(tenure));
    List<String> heard = new CopyOnWriteArrayList<>();
    sandbox.onLost(heard::add);

    assertThat(sandbox.expire(tenure, "its time of 5 m is over")).isTrue();

    // The watch may have seen it first, and be about to tell.
    await().until(() -> !heard.isEmpty());
    assertThat(heard).singleElement().asString().contains("its time of 5 m is over");
    assertThat(sandbox.lost().orElseThrow()).contains("its time of 5 m is over");
    assertThat(sandbox.info().status()).isEqualTo(SandboxStatus.TERMINATED);
    assertThat(backend().find(sandbox.id())).isEmpty();
    assertThat(backend().list()).extracting(SandboxInfo::id).doesNotContain(sandbox.id());
    assertThatThrownBy(() -> sandbox.renew(tenure, tenure.usedAt(Instant.now())))
        .isInstanceOf(SandboxLostException.class);
    assertThatThrownBy(() -> TestCommand.run(sandbox, "true"))
        .isInstanceOf(SandboxLostException.class);
    assertThat(sandbox.expire(tenure, "again")).isFalse();
    assertThat(heard).hasSize(1);
  }

  @Test
  default void oneThatIsGoneDoesNotExpire() {
    ManagedSandbox sandbox = fresh();
    Tenure tenure = tenure(Duration.ofMinutes(5), Duration.ofMinutes(5));
    sandbox.claim(terms(tenure));

    sandbox.destroy();

    assertThat(sandbox.expire(tenure, "it is over")).isFalse();
    assertThatThrownBy(() -> sandbox.renew(tenure, tenure.usedAt(Instant.now())))
        .isInstanceOf(SandboxLostException.class);
  }

  @Test
  default void ofRenewalAndEndOneWins() {
    for (int round = 0; round < 2; round++) {
      ManagedSandbox sandbox = fresh();
      Tenure tenure = tenure(Duration.ofMinutes(5), Duration.ofMinutes(5));
      sandbox.claim(terms(tenure));

      TenureRace.run(sandbox, sandbox, tenure);
    }
  }

  private static Terms terms(Tenure tenure) {
    return new Terms(Map.of(), "", Optional.empty(), false, tenure);
  }

  private static Tenure tenure(Duration ttl, Duration idleTtl) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    return new Tenure(now, Optional.of(ttl), Optional.of(idleTtl), now);
  }
}
