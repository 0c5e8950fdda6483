package dev.sandpool.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.CleanupRequest;
import dev.sandpool.CleanupResult;
import dev.sandpool.CleanupResult.Verdict;
import dev.sandpool.CreateRequest;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxLostException;
import dev.sandpool.backend.SessionsInMemory;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.pool.FakeBackend;
import dev.sandpool.pool.FakeBackend.FakeSandbox;
import dev.sandpool.pool.SessionBed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long sandboxes live, with a clock that the tests move. */
class SandboxLifeTest {

  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
  private final FakeBackend backend = new FakeBackend();
  private final SessionBed bed = open();

  private SessionBed open() {
    backend.clock = now::get;
    return new SessionBed(backend, SessionBed.spec(), new SessionsInMemory());
  }

  @AfterEach
  void close() {
    bed.close();
  }

  @Test
  void unusedForItsIdleTimeItIsReapedAndNotAMomentBefore() {
    Sandbox sandbox = idle(TEN_MINUTES);

    pass(TEN_MINUTES.minus(SECOND));
    assertThat(reaped().deleted()).isEmpty();
    pass(SECOND);
    CleanupResult result = reaped();

    assertThat(result.deleted()).extracting(Verdict::id).containsExactly(sandbox.id());
    assertThat(bed.sandboxes.find(sandbox.id())).isEmpty();
    assertThatThrownBy(() -> sandbox.renew(Optional.empty()))
        .isInstanceOf(SandboxLostException.class);
  }

  @Test
  void eachUseBeginsItsIdleTimeAgainWithFewWrites() {
    Sandbox sandbox = idle(TEN_MINUTES);
    FakeSandbox fake = backend.made.element();

    // For an hour, a command each 5 s.
    for (int i = 0; i < 720; i++) {
      sandbox.execute("ls");
      pass(Duration.ofSeconds(5));
      write();
      assertThat(reaped().deleted()).isEmpty();
    }

    assertThat(fake.renewed.get()).isBetween(30, 75);
    pass(TEN_MINUTES);
    assertThat(reaped().deleted()).hasSize(1);
  }

  @Test
  void lastUseIsWrittenThoughNoOtherFollows() {
    Sandbox sandbox = idle(TEN_MINUTES);
    pass(Duration.ofSeconds(30));
    sandbox.execute("ls");
    Instant used = now.get();

    pass(Duration.ofSeconds(90));
    write();

    assertThat(sandbox.info().lastUsedAt()).isEqualTo(used);
    assertThat(sandbox.info().expiresAt()).hasValue(used.plus(TEN_MINUTES));
  }

  @Test
  void longCommandIsUseAllTheTime() {
    Sandbox sandbox = idle(Duration.ofSeconds(8));
    CompletableFuture<CommandEnd> end = new CompletableFuture<>();
    backend.made.element().runs = command -> end;
    sandbox.executeAsync("sleep 60");

    for (int i = 0; i < 60; i++) {
      pass(SECOND);
      write();
      assertThat(reaped().deleted()).isEmpty();
    }
    end.complete(FakeSandbox.ended(0));

    pass(Duration.ofSeconds(10));
    write();
    pass(Duration.ofSeconds(10));
    assertThat(reaped().deleted()).hasSize(1);
  }

  @Test
  void noUseProlongsItsWholeTimeButARenewalDoes() {
    Sandbox sandbox =
        detached(CreateRequest.of("default").withTtl(TEN_MINUTES).withIdleTtl(Duration.ZERO));
    Instant end = now.get().plus(TEN_MINUTES);
    pass(Duration.ofMinutes(9));
    sandbox.execute("ls");
    write();
    assertThat(sandbox.info().expiresAt()).hasValue(end);

    assertThat(sandbox.renew(Optional.of(Duration.ofMinutes(2))).expiresAt())
        .hasValue(now.get().plus(Duration.ofMinutes(2)));

    pass(Duration.ofMinutes(2));
    assertThat(reaped().deleted())
        .singleElement()
        .extracting(Verdict::reason)
        .asString()
        .contains("its time was over at 2026-01-01T00:11:00Z");
  }

  @Test
  void renewalAndReapingNeverBothWin() {
    Sandbox sandbox = idle(TEN_MINUTES);
    FakeSandbox fake = backend.made.element();
    pass(TEN_MINUTES.minus(SECOND));
    // Between the renewal's look and its write the time is over, and the reaper comes.
    fake.beforeRenewal =
        () -> {
          fake.beforeRenewal = () -> {};
          pass(SECOND);
          assertThat(reaped().deleted()).hasSize(1);
        };

    assertThatThrownBy(() -> sandbox.renew(Optional.empty()))
        .isInstanceOf(SandboxLostException.class);
  }

  @Test
  void dryRunOnlyTells() {
    Sandbox sandbox = idle(TEN_MINUTES);
    pass(TEN_MINUTES);

    CleanupResult told = bed.sandboxes.cleanup(CleanupRequest.EXPIRED.dry());

    assertThat(told.dryRun()).isTrue();
    assertThat(told.deleted()).extracting(Verdict::id).containsExactly(sandbox.id());
    assertThat(bed.sandboxes.find(sandbox.id())).isPresent();
  }

  @Test
  void cleanupOfTheIdleKeepsWhatIsUsed() {
    Sandbox idle = idle(TEN_MINUTES);
    Sandbox busy = idle(TEN_MINUTES);
    pass(Duration.ofMinutes(3));
    busy.execute("ls");

    CleanupResult result = bed.sandboxes.cleanup(CleanupRequest.idleFor(Duration.ofMinutes(2)));

    assertThat(result.deleted()).extracting(Verdict::id).containsExactly(idle.id());
    assertThat(result.kept()).extracting(Verdict::id).containsExactly(busy.id());
    assertThat(result.deleted().get(0).reason()).contains("not used for 2m");
  }

  @Test
  void withoutEndsItStays() {
    detached(CreateRequest.of("default").withTtl(Duration.ZERO).withIdleTtl(Duration.ZERO));
    bed.sandboxes.create(CreateRequest.of("default"));
    pass(Duration.ofDays(1000));

    CleanupResult result = reaped();

    assertThat(result.deleted()).isEmpty();
    assertThat(result.kept()).extracting(Verdict::reason).containsOnly("it has no end");
  }

  private Sandbox idle(Duration time) {
    return detached(CreateRequest.of("default").withTtl(Duration.ZERO).withIdleTtl(time));
  }

  private Sandbox detached(CreateRequest request) {
    return bed.sandboxes.create(request.detach());
  }

  private CleanupResult reaped() {
    return bed.sandboxes.cleanup(CleanupRequest.EXPIRED);
  }

  private void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  private void write() {
    bed.keeper.round();
  }
}
