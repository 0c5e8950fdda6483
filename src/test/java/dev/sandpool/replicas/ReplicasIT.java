package dev.sandpool.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replicas in JVMs of their own share warm sandboxes, and die. */
class ReplicasIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int BORROWS = Integer.getInteger("sandpool.it.borrows", 160);

  private TestCluster test;
  private StockView view;
  private final List<Replica> replicas = new ArrayList<>();

  @BeforeEach
  void open() {
    test = TestCluster.open("replicas");
    view = new StockView(test);
  }

  @AfterEach
  void close() {
    if (test != null) {
      replicas.forEach(Replica::kill);
      test.close();
    }
  }

  private Replica start(Map<String, String> settings) {
    Replica started = Replica.start(test, settings);
    replicas.add(started);
    return started;
  }

  private static Map<String, String> keeping(int warm) {
    return Map.of("sandpool.pool.min-idle", Integer.toString(warm));
  }

  private void awaitShares(Integer... shares) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () ->
                assertThat(view.shares().values().stream().map(Long::intValue))
                    .containsExactlyInAnyOrder(shares));
  }

  @Test
  void fourReplicasNeverLendOneSandboxTwice() {
    List<Replica> four = IntStream.range(0, 4).mapToObj(i -> start(keeping(12))).toList();
    four.forEach(replica -> replica.until("ready"));
    awaitShares(3, 3, 3, 3);

    four.forEach(replica -> replica.borrow(BORROWS / 4, 4));
    List<String> borrowed =
        four.stream().map(replica -> replica.until("done")).flatMap(Collection::stream).toList();

    assertThat(borrowed).allMatch(line -> line.matches("borrowed sp-\\w+"));
    assertThat(borrowed).hasSize(BORROWS).doesNotHaveDuplicates();
    awaitShares(3, 3, 3, 3);
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(view.pods()).hasSize(12));

    four.forEach(Replica::close);
    assertThat(view.pods()).isEmpty();
    assertThat(view.replicas()).isEmpty();
  }

  @Test
  void startingReplicaTakesOverTheStockOfAKilledOne() {
    Replica first = start(keeping(4));
    first.until("ready");
    awaitShares(4);
    Set<String> stock = StockView.uids(view.warm());
    Set<String> killed = view.replicas();

    first.kill();
    Replica second = start(keeping(4));
    second.until("ready");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(view.shares()).hasSize(1).doesNotContainKeys(killed.iterator().next()));
    assertThat(StockView.uids(view.pods())).isEqualTo(stock);
    await().untilAsserted(() -> assertThat(view.events("Adopted")).hasSize(4));
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(view.replicas()).hasSize(1).doesNotContainAnyElementsOf(killed));
  }

  @Test
  void secondReplicaTakesOverItsShareOfTheFirstOnes() {
    start(keeping(6)).until("ready");
    awaitShares(6);
    Set<String> stock = StockView.uids(view.warm());

    start(keeping(6)).until("ready");

    awaitShares(3, 3);
    assertThat(StockView.uids(view.pods())).isEqualTo(stock);
  }

  /** It has Pods that run, that start, that are being set up, and requests under way. */
  @Test
  void replicaKilledInTheMiddleOfRefillLeavesNothing() {
    Map<String, String> slow =
        Map.of(
            "sandpool.pool.min-idle", "24",
            "sandpool.pool.refill-parallelism", "8",
            "sandpool.spec.setup-script", "sleep 1");
    Replica killed = start(slow);
    killed.until("ready");
    await().atMost(PATIENCE).until(() -> view.warm().size() >= 3);

    killed.kill();
    List<V1Pod> left = view.pods();
    assertThat(left).extracting(pod -> StockView.label(pod, "state")).contains("starting", "warm");
    assertThat(left).allMatch(pod -> pod.getSpec().getActiveDeadlineSeconds() != null);
    Map<String, String> other =
        Map.of("sandpool.pool.min-idle", "2", "sandpool.spec.setup-script", "sleep 1");
    start(other).until("ready");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(view.pods()).hasSize(2);
              assertThat(view.replicas()).hasSize(1);
            });
    assertThat(view.pods())
        .allMatch(pod -> view.replicas().contains(StockView.label(pod, "holder")));
    assertThat(StockView.uids(left)).containsAll(StockView.uids(view.pods()));
  }

  @Test
  void otherSpecificationsAreNotTakenOverButSweptUp() {
    Replica killed = start(keeping(2));
    killed.until("ready");
    awaitShares(2);
    Set<String> stock = StockView.uids(view.warm());

    killed.kill();
    start(Map.of("sandpool.pool.min-idle", "2", "sandpool.spec.environment", "NEW=1"))
        .until("ready");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(view.pods()).hasSize(2);
              assertThat(StockView.uids(view.warm())).hasSize(2).doesNotContainAnyElementsOf(stock);
            });
    await().untilAsserted(() -> assertThat(view.events("Reclaimed")).hasSize(2));
  }
}
