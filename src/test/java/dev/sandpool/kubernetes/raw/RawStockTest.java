package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.Tenure;
import dev.sandpool.backend.Terms;
import dev.sandpool.backend.TestCommand;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.ReplicaSettings;
import dev.sandpool.kubernetes.fixture.ApiServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several replicas share warm Pods on a server that keeps no secrets. */
@Timeout(60)
class RawStockTest {

  private static final SandboxSpec SPEC = RawSandboxes.spec("any");

  @TempDir private Path directory;
  private final ApiServer server = new ApiServer();
  private final ExecThreads threads = ExecThreads.create();
  private final List<RawBackend> replicas = new ArrayList<>();
  private RawBackend one;

  @BeforeEach
  void startOne() {
    one = start("sandpool");
  }

  @AfterEach
  void stop() {
    replicas.forEach(RawBackend::close);
    server.close();
    threads.close();
  }

  private RawBackend start(String instance) {
    ClusterSettings cluster =
        new ClusterSettings(
            Optional.of(server.kubeconfig(directory)),
            Optional.empty(),
            Optional.empty(),
            new ReplicaSettings(instance, Duration.ofSeconds(3)));
    RawBackend started =
        new RawBackend(RawSandboxes.settings(cluster), threads, ExecTimings.DEFAULT);
    replicas.add(started);
    return started;
  }

  @Test
  void loneReplicaKeepsAll() {
    assertThat(one.stock().share(SPEC, 5)).isEqualTo(5);
    warm(one, SPEC);

    assertThat(one.stock().adopt(SPEC)).isEmpty();
    assertThat(one.stock().take(SPEC)).isEmpty();
  }

  @Test
  void newReplicaTakesItsShareOverAndNothingIsMade() {
    assertThat(one.stock().share(SPEC, 4)).isEqualTo(4);
    List<ManagedSandbox> made = IntStream.range(0, 4).mapToObj(i -> warm(one, SPEC)).toList();
    RawBackend other = start("sandpool");

    await().untilAsserted(() -> assertThat(other.stock().share(SPEC, 4)).isEqualTo(2));
    List<ManagedSandbox> adopted = List.of(adopt(other), adopt(other));
    await().untilAsserted(() -> assertThat(one.stock().share(SPEC, 4)).isEqualTo(2));
    await().until(() -> made.stream().filter(ManagedSandbox::isTaken).count() == 2);
    assertThat(other.stock().adopt(SPEC)).isEmpty();
    assertThat(one.stock().adopt(SPEC)).isEmpty();
    assertThat(made.stream().filter(ManagedSandbox::isTaken).map(ManagedSandbox::id))
        .containsExactlyInAnyOrderElementsOf(adopted.stream().map(ManagedSandbox::id).toList());
    assertThat(server.pods().writes()).filteredOn(write -> write.startsWith("POST")).hasSize(4);
    assertThat(server.pods().writes()).noneMatch(write -> write.startsWith("DELETE"));
  }

  @Test
  void whoeverCountsOnAShareIsToldWhenItChanges() {
    CompletableFuture<Void> told = new CompletableFuture<>();
    one.stock().onChange(() -> told.complete(null));

    start("sandpool");

    assertThat(told).succeedsWithin(Duration.ofSeconds(5));
    assertThat(one.stock().share(SPEC, 4)).isEqualTo(2);
  }

  @Test
  void sandboxesOfOneThatIsGoneAreTakenOver() {
    ManagedSandbox made = warm(one, SPEC);
    RawBackend other = start("sandpool");
    CompletableFuture<String> lost = new CompletableFuture<>();
    made.onLost(lost::complete);

    give(made.id(), "gone");

    assertThat(lost).succeedsWithin(Duration.ofSeconds(5)).asString().contains("another replica");
    assertThat(other.stock().adopt(SPEC)).as("before the time is over").isEmpty();
    ManagedSandbox adopted =
        await().until(() -> other.stock().adopt(SPEC), Optional::isPresent).orElseThrow();
    assertThat(adopted.id()).isEqualTo(made.id());
    adopted.claim(FreeTenancy.terms(Map.of()));
  }

  @Test
  void eachIsTakenOverByOneOnly() {
    List<RawBackend> all = List.of(one, start("sandpool"), start("sandpool"));
    all.forEach(replica -> replica.stock().share(SPEC, 30));
    List<String> ids = IntStream.range(0, 30).mapToObj(i -> warm(one, SPEC).id()).toList();
    ids.forEach(id -> give(id, "gone"));
    await().until(() -> one.stock().adopt(SPEC).isPresent());

    List<String> adopted = new CopyOnWriteArrayList<>();
    together(
        all.stream().flatMap(replica -> Stream.of(replica, replica, replica)),
        replica -> {
          for (Optional<ManagedSandbox> next = replica.stock().adopt(SPEC);
              next.isPresent();
              next = replica.stock().adopt(SPEC)) {
            adopted.add(next.get().id());
          }
        });

    await()
        .untilAsserted(
            () ->
                assertThat(holders(ids))
                    .as("all are somebody's")
                    .doesNotContain("gone")
                    .hasSize(30));
    assertThat(adopted).doesNotHaveDuplicates();
  }

  @Test
  void sandboxLentByAnotherIsNoLongerItsHolders() {
    ManagedSandbox made = warm(one, SPEC);
    RawBackend other = start("sandpool");
    ManagedSandbox found = take(other);

    found.claim(FreeTenancy.terms(Map.of("user", "me")));

    assertThat(found.id()).isEqualTo(made.id());
    await().until(() -> made.isTaken() && made.lost().isPresent());
    made.destroy();
    assertThat(server.pods().get(made.id())).isPresent();
    assertThat(found.info().labels()).containsExactly(Map.entry("user", "me"));
    found.destroy();
    assertThat(server.pods().get(made.id())).isEmpty();
  }

  @Test
  void ofThoseWhoTakeOneOnlyOneGetsIt() {
    ManagedSandbox made = warm(one, SPEC);
    RawBackend second = start("sandpool");
    RawBackend third = start("sandpool");
    List<ManagedSandbox> callers = List.of(made, take(second), take(third));
    List<ManagedSandbox> winners = new CopyOnWriteArrayList<>();

    together(
        callers.stream(),
        caller -> {
          try {
            caller.claim(FreeTenancy.terms(Map.of()));
            winners.add(caller);
          } catch (SandboxLostException lost) {
            assertThat(caller.isTaken()).isTrue();
          }
        });

    assertThat(winners).hasSize(1);
    callers.stream().filter(caller -> caller != winners.get(0)).forEach(ManagedSandbox::destroy);
    assertThat(server.pods().get(made.id())).isPresent();
  }

  /** It may find it by a key, before its watch tells, and while it tries to lend it itself. */
  @Test
  void formerHolderCanWorkInWhatAnotherLent() {
    ManagedSandbox made = warm(one, SPEC);
    ManagedSandbox lent = take(start("sandpool"));
    server.pods().failWatches(500);
    server.pods().dropWatches();
    lent.claim(FreeTenancy.terms(Map.of()));

    ManagedSandbox found = one.find(made.id()).orElseThrow();
    assertThatThrownBy(() -> made.claim(FreeTenancy.terms(Map.of())))
        .isInstanceOf(SandboxLostException.class);

    assertThat(found.lost()).isEmpty();
    assertThat(TestCommand.command(found, "echo here").in("/").run().stdout()).isEqualTo("here\n");
    assertThat(one.find(made.id())).containsSame(found);
    server.pods().failWatches(0);
  }

  @Test
  void threadsOfOneReplicaTakeDifferentOnes() {
    List<String> made = IntStream.range(0, 6).mapToObj(i -> warm(one, SPEC).id()).toList();
    RawBackend other = start("sandpool");
    List<String> taken = new CopyOnWriteArrayList<>();

    together(
        IntStream.range(0, 12).boxed(),
        i -> other.stock().take(SPEC).map(ManagedSandbox::id).ifPresent(taken::add));

    assertThat(taken).containsExactlyInAnyOrderElementsOf(made);
  }

  /** The holder scales down, or shuts down, while another replica lends the same sandbox. */
  @Test
  void nobodyLosesASandboxToItsFormerHolder() {
    RawBackend other = start("sandpool");
    for (int round = 0; round < 40; round++) {
      ManagedSandbox made = warm(one, SPEC);
      ManagedSandbox found = take(other);
      List<Boolean> claimed = new CopyOnWriteArrayList<>();

      together(
          Stream.<Runnable>of(
              made::destroy,
              () -> {
                try {
                  found.claim(FreeTenancy.terms(Map.of()));
                  claimed.add(true);
                } catch (SandboxLostException lost) {
                  claimed.add(false);
                }
              }),
          Runnable::run);

      assertThat(server.pods().get(found.id()).isPresent()).isEqualTo(claimed.get(0));
      found.destroy();
    }
  }

  @Test
  void oneThatIsNotOfferedIsNotTaken() {
    ManagedSandbox made = one.create(SPEC);
    RawBackend other = start("sandpool");

    assertThat(label(made.id(), "state")).isEqualTo("starting");
    assertThat(other.stock().take(SPEC)).isEmpty();
    made.offer();
    made.offer();

    assertThat(label(made.id(), "state")).isEqualTo("warm");
    assertThat(take(other).id()).isEqualTo(made.id());
    assertThat(server.pods().writes()).containsExactly("POST " + made.id(), "PATCH " + made.id());
  }

  @Test
  void oneThatIsNotOfferedIsItsMakersToClaim() {
    ManagedSandbox made = one.create(SPEC);

    made.claim(FreeTenancy.terms(Map.of()));

    assertThat(label(made.id(), "state")).isEqualTo("active");
  }

  @Test
  void otherKindsAndInstallationsAreNotTaken() {
    warm(one, SPEC);
    RawBackend elsewhere = start("elsewhere");
    RawBackend other = start("sandpool");
    take(other);

    assertThat(other.stock().take(RawSandboxes.spec("other"))).isEmpty();
    assertThat(other.stock().take(RawSandboxes.setUp(SPEC, "echo"))).isEmpty();
    assertThat(elsewhere.stock().take(SPEC)).isEmpty();
    assertThat(elsewhere.stock().share(SPEC, 6)).isEqualTo(6);
  }

  /** With a lease of 3 s a replica looks about every 13 s, and waits for 6. */
  @Test
  void leftoversOfOneThatIsGoneAreSweptUpAndUsersSandboxesAreNot() {
    String starting = one.create(SPEC).id();
    String warm = warm(one, SPEC).id();
    ManagedSandbox used = one.create(SPEC);
    used.claim(FreeTenancy.terms(Map.of()));
    ManagedSandbox ended = one.create(SPEC);
    ended.claim(FreeTenancy.terms(Map.of()));
    String own = one.create(SPEC).id();
    ManagedSandbox bound = one.create(SPEC);
    bound.claim(boundToItsProcess());
    ManagedSandbox boundHere = one.create(SPEC);
    boundHere.claim(boundToItsProcess());
    List.of(starting, warm, used.id(), ended.id(), bound.id()).forEach(id -> give(id, "gone"));
    server.pods().status(ended.id(), "{\"phase\":\"Failed\"}");
    server.store("leases").addJson(LEASE_OF_GONE);
    String unheardOf = "sp-unheardof1";
    JsonObject copy = server.pods().get(own).orElseThrow();
    copy.getAsJsonObject("metadata").addProperty("name", unheardOf);
    server.pods().addJson(copy.toString());

    await()
        .atMost(Duration.ofSeconds(40))
        .untilAsserted(
            () ->
                assertThat(List.of(starting, warm, ended.id(), bound.id(), unheardOf))
                    .noneMatch(id -> server.pods().get(id).isPresent()));
    assertThat(server.pods().get(own)).isPresent();
    assertThat(one.find(used.id())).isPresent();
    assertThat(one.find(boundHere.id())).isPresent();
    await().until(() -> server.store("leases").get("sandpool-gone").isEmpty());
  }

  private static Terms boundToItsProcess() {
    return new Terms(Map.of(), "", Optional.empty(), true, Tenure.endless(Instant.now()));
  }

  private static final String LEASE_OF_GONE =
      """
      {"metadata":{"name":"sandpool-gone","labels":{"app.kubernetes.io/managed-by":"sandpool",
                                                    "sandpool.dev/instance":"sandpool"}},
       "spec":{"holderIdentity":"gone","leaseDurationSeconds":3}}
      """;

  @Test
  void podThatTheClusterHasNoRoomForIsHeldAndNotMadeAgain() {
    server.pods().onCreate(name -> server.pods().status(name, UNSCHEDULABLE));
    SandboxSpec hasty = RawSandboxes.within(SPEC, Duration.ofSeconds(1));
    CompletableFuture<ManagedSandbox> made =
        CompletableFuture.supplyAsync(() -> one.prepare(hasty));

    await()
        .untilAsserted(
            () -> assertThat(one.stock().held(hasty)).hasValue("Unschedulable: too full"));
    assertThatThrownBy(() -> made.get(3, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
    assertThat(server.pods().writes()).hasSize(1);

    server.pods().status(name(), READY);
    assertThat(made).succeedsWithin(Duration.ofSeconds(5));
    assertThat(one.stock().held(hasty)).isEmpty();
    assertThat(server.pods().writes()).hasSize(1);
  }

  @Test
  void podThatWasLetInAndDoesNotStartIsGivenUp() {
    server.pods().onCreate(name -> server.pods().status(name, UNSCHEDULABLE));
    SandboxSpec hasty = RawSandboxes.within(SPEC, Duration.ofSeconds(1));
    CompletableFuture<ManagedSandbox> made =
        CompletableFuture.supplyAsync(() -> one.prepare(hasty));
    await().until(() -> one.stock().held(hasty).isPresent());

    server.pods().status(name(), "{\"phase\":\"Pending\"}");

    assertThat(made)
        .failsWithin(Duration.ofSeconds(5))
        .withThrowableThat()
        .withMessageContaining("not ready after 1 s");
    assertThat(server.pods().isEmpty()).isTrue();
  }

  @Test
  void podThatIsHeldGoesWithWhoWaitsForIt() throws InterruptedException {
    server.pods().onCreate(name -> server.pods().status(name, UNSCHEDULABLE));
    Thread waiting =
        new Thread(
            () -> assertThatThrownBy(() -> one.prepare(SPEC)).hasMessageContaining("Interrupted"));
    waiting.start();
    await().until(() -> one.stock().held(SPEC).isPresent());

    waiting.interrupt();
    waiting.join();

    assertThat(server.pods().isEmpty()).isTrue();
  }

  private static final String UNSCHEDULABLE =
      """
      {"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False",
       "reason":"Unschedulable","message":"too full"}]}
      """;

  private static final String READY =
      """
      {"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}
      """;

  private String name() {
    return server.pods().writes().get(0).substring("POST ".length());
  }

  private static ManagedSandbox take(RawBackend replica) {
    return await().until(() -> replica.stock().take(SPEC), Optional::isPresent).orElseThrow();
  }

  private static ManagedSandbox adopt(RawBackend replica) {
    return await().until(() -> replica.stock().adopt(SPEC), Optional::isPresent).orElseThrow();
  }

  private void give(String id, String holder) {
    server
        .pods()
        .change(id, pod -> labels(pod).add("sandpool.dev/holder", new JsonPrimitive(holder)));
  }

  private List<String> holders(List<String> ids) {
    return ids.stream().map(id -> label(id, "holder")).toList();
  }

  private String label(String id, String name) {
    return labels(server.pods().get(id).orElseThrow()).get("sandpool.dev/" + name).getAsString();
  }

  private static JsonObject labels(JsonObject pod) {
    return pod.getAsJsonObject("metadata").getAsJsonObject("labels");
  }

  private static <T> void together(Stream<T> all, Consumer<T> what) {
    CountDownLatch start = new CountDownLatch(1);
    List<CompletableFuture<Void>> running =
        all.map(
                each ->
                    CompletableFuture.runAsync(
                        () -> {
                          try {
                            start.await();
                          } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                          }
                          what.accept(each);
                        },
                        task -> new Thread(task).start()))
            .toList();
    start.countDown();
    CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
  }

  private static ManagedSandbox warm(RawBackend replica, SandboxSpec spec) {
    ManagedSandbox made = replica.prepare(spec);
    made.offer();
    return made;
  }
}
