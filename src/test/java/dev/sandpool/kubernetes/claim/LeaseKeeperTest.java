package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.RunningCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Claims are renewed while somebody here wants them, and by no more writes than that takes. */
@Timeout(60)
class LeaseKeeperTest {

  private static final Duration LEASE = Duration.ofMinutes(10);
  private static final Duration STEP = Duration.ofMinutes(4);

  @TempDir private Path directory;
  private final MovingClock clock = new MovingClock();
  private ClaimFixture fixture;
  private ScriptedController controller;
  private ClaimBackend backend;

  @BeforeEach
  void open() {
    fixture = new ClaimFixture(directory);
    controller = fixture.controller;
    backend = fixture.open(ClaimFixture.POOL, LEASE, clock);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void heldOnesAreRenewedWarmAndUsed() {
    ManagedSandbox warm = backend.create(fixture.spec());
    ManagedSandbox used = backend.create(fixture.spec());
    used.claim(FreeTenancy.terms(Map.of()));
    Instant before = end(warm);

    look();
    assertThat(patches(warm)).isZero();

    clock.pass(STEP);
    look();

    awaitEnd(warm, before.plus(STEP));
    awaitEnd(used, before.plus(STEP));
    assertThat(patches(warm)).isEqualTo(1);
    assertThat(warm.lost()).isEmpty();
  }

  @Test
  void destroyedAndLostOnesAreNot() {
    ManagedSandbox gone = backend.create(fixture.spec());
    ManagedSandbox lost = backend.create(fixture.spec());
    gone.destroy();
    controller.unready(lost.id(), "PodFailed", "Pod failed");
    await().until(() -> lost.lost().isPresent());

    clock.pass(STEP);
    look();

    assertThat(patches(gone)).isZero();
    assertThat(patches(lost)).isZero();
  }

  @Test
  void longerEndOfSomebodyElseStays() {
    ManagedSandbox sandbox = backend.create(fixture.spec());
    Instant longer = clock.instant().plus(Duration.ofDays(1));
    setEnd(sandbox, Lease.text(longer));

    // What this process knows is still the old end; the compare fails, and it learns the new one.
    clock.pass(STEP);
    backend.keeper().renew((ClaimSandbox) sandbox);
    backend.keeper().renew((ClaimSandbox) sandbox);

    assertThat(controller.spec(sandbox.id()).toString()).contains(Lease.text(longer));
  }

  @Test
  void claimOfAnotherProcessIsRenewedOnlyWhileItIsUsedHere() {
    foreign("sp-0123456789");
    Instant before = seconds(clock.instant().plus(Duration.ofMinutes(1)));
    setEnd("sp-0123456789", Lease.text(before));
    await().until(() -> backend.list().size() == 1);

    look();
    assertThat(end("sp-0123456789")).isEqualTo(before);

    assertThat(backend.find("sp-0123456789")).isPresent();
    look();
    awaitEnd("sp-0123456789", clock.instant().plus(LEASE));

    clock.pass(LEASE.plusMinutes(1));
    Instant last = end("sp-0123456789");
    look();
    assertThat(end("sp-0123456789")).isEqualTo(last);
  }

  /** It lives for as long as it may; whoever leads sees to that, and to no more. */
  @Test
  void claimThatOutlivesItsProcessIsRenewedAsLongAsItsTenureLasts() {
    foreign("sp-0123456789", false, LEASE.multipliedBy(2));
    foreign("sp-endless000", false, Duration.ofDays(9000));
    await().until(() -> backend.list().size() == 2);

    clock.pass(STEP.multipliedBy(2));
    look();
    awaitEnd("sp-0123456789", clock.instant().plus(LEASE));

    clock.pass(LEASE.multipliedBy(2));
    Instant last = end("sp-0123456789");
    look();
    awaitEnd("sp-endless000", clock.instant().plus(LEASE));
    assertThat(end("sp-0123456789")).isEqualTo(last);
  }

  @Test
  void claimThatEndsWithItsProcessIsNotRenewedByOthers() {
    foreign("sp-0123456789", true, Duration.ofDays(1));
    foreign("sp-detached00", false, Duration.ofDays(1));
    await().until(() -> backend.list().size() == 2);
    Instant before = end("sp-0123456789");

    clock.pass(STEP);
    look();

    awaitEnd("sp-detached00", clock.instant().plus(LEASE));
    assertThat(end("sp-0123456789")).isEqualTo(before);
  }

  @Test
  void runningCommandKeepsTheClaimOfAnotherProcess() {
    foreign("sp-0123456789");
    await().until(() -> backend.list().size() == 1);
    ManagedSandbox found = backend.find("sp-0123456789").orElseThrow();
    RunningCommand running =
        TestCommand.command(found, "sleep 600").in("/").start((stream, bytes) -> {});

    clock.pass(LEASE.plusMinutes(1));
    look();

    awaitEnd("sp-0123456789", clock.instant().plus(LEASE));
    running.cancel();
  }

  @Test
  void renewalAtTheVeryEndNeverLeavesARunningSandboxWithoutOne() {
    ManagedSandbox sandbox = backend.create(fixture.spec());
    clock.pass(LEASE);

    backend.keeper().renew((ClaimSandbox) sandbox);

    assertThat(end(sandbox)).isAfter(clock.instant());
  }

  @Test
  void claimThatIsGoneIsFoundLostByItsRenewal() {
    ManagedSandbox sandbox = backend.create(fixture.spec());
    controller.claims().failWatches(500);
    controller.claims().failLists(500);
    controller.claims().dropWatches();
    controller.claims().delete(sandbox.id());

    clock.pass(STEP);
    backend.keeper().renew((ClaimSandbox) sandbox);

    assertThat(sandbox.lost()).isPresent();
    controller.claims().failWatches(0);
    controller.claims().failLists(0);
  }

  private void look() {
    backend.keeper().look().join();
  }

  private void foreign(String name) {
    controller
        .claims()
        .addJson(
            """
            {"metadata":{"name":"%s","annotations":{},"labels":{
               "app.kubernetes.io/managed-by":"sandpool","sandpool.dev/state":"active"}},
             "spec":{"lifecycle":{"shutdownPolicy":"Delete","shutdownTime":"%s"}}}
            """
                .formatted(name, Lease.text(clock.instant().plus(LEASE))));
    controller.adopt(name);
  }

  /** One of another process's, which was taken now to live for a time. */
  private void foreign(String name, boolean bound, Duration ttl) {
    foreign(name);
    controller
        .claims()
        .change(
            name,
            claim -> {
              JsonObject notes = claim.getAsJsonObject("metadata").getAsJsonObject("annotations");
              notes.addProperty("sandpool.dev/terms", "{\"bound\":" + bound + "}");
              notes.addProperty(
                  "sandpool.dev/tenure",
                  "{\"since\":\"%1$s\",\"lastUse\":\"%1$s\",\"ttl\":\"%2$s\"}"
                      .formatted(clock.instant(), ttl));
            });
  }

  private void setEnd(ManagedSandbox sandbox, String end) {
    setEnd(sandbox.id(), end);
  }

  private void setEnd(String id, String end) {
    controller
        .claims()
        .change(
            id,
            claim ->
                claim
                    .getAsJsonObject("spec")
                    .getAsJsonObject("lifecycle")
                    .addProperty("shutdownTime", end));
  }

  private Instant end(ManagedSandbox sandbox) {
    return end(sandbox.id());
  }

  private Instant end(String id) {
    return Instant.parse(
        controller.spec(id).getAsJsonObject("lifecycle").get("shutdownTime").getAsString());
  }

  private void awaitEnd(ManagedSandbox sandbox, Instant end) {
    awaitEnd(sandbox.id(), end);
  }

  private void awaitEnd(String id, Instant end) {
    await()
        .untilAsserted(
            () -> assertThat(end(id)).isBetween(end.minusSeconds(2), end.plusSeconds(2)));
  }

  private long patches(ManagedSandbox sandbox) {
    return controller.claims().writes().stream()
        .filter(write -> write.equals("PATCH " + sandbox.id()))
        .count();
  }

  private static Instant seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }
}
