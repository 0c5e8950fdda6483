package dev.sandpool.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.kubernetes.fixture.ApiServer;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The copy of the Pods stays true whatever the API server does to the watch, and says when not. */
@Timeout(30)
class ObjectWatchTest {

  private final ApiServer server = new ApiServer();
  private final Cluster cluster = server.cluster();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private ObjectWatch<V1Pod> watch;

  @AfterEach
  void stop() {
    if (watch != null) {
      watch.close();
    }
    cluster.close();
    server.close();
  }

  @Test
  void addedAndDeletedPodsAreTold() {
    server.pods().add("first");
    open();

    server.pods().add("second");
    server.pods().delete("first");

    soon().until(() -> told.containsAll(List.of("+first", "+second", "-first")));
    assertThat(watch.find(new ObjectName(ApiServer.NAMESPACE, "first"))).isEmpty();
    assertThat(watch.find(new ObjectName(ApiServer.NAMESPACE, "second"))).isPresent();
    assertThat(watch.trouble()).isEmpty();
  }

  @Test
  void droppedWatchIsTakenUpAgain() {
    server.pods().add("first");
    open();

    server.pods().dropWatches();
    server.pods().add("second");
    server.pods().delete("first");

    soon().until(() -> told.containsAll(List.of("+second", "-first")));
    assertThat(watch.trouble()).isEmpty();
  }

  @Test
  void expiredWatchStartsAnew() {
    server.pods().add("first");
    open();

    server.pods().failWatches(500);
    server.pods().dropWatches();
    server.pods().add("second");
    server.pods().delete("first");
    server.pods().forgetHistory();
    server.pods().failWatches(0);

    soon().until(() -> told.containsAll(List.of("+second", "-first")));
    server.pods().add("third");
    soon().until(() -> told.contains("+third"));
    assertThat(watch.all()).extracting(ObjectWatchTest::name).containsOnly("second", "third");
  }

  @Test
  void refusedWatchAsExpiredStartsAnew() {
    open();
    int lists = server.pods().lists();

    server.pods().failWatches(410);
    server.pods().dropWatches();
    soon().until(() -> server.pods().lists() > lists);
    server.pods().failWatches(0);

    server.pods().add("second");
    soon().until(() -> told.contains("+second"));
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500})
  void troubleIsSaidUntilItIsOver(int code) {
    open();
    server.pods().failWatches(code);
    server.pods().failLists(code);
    server.pods().dropWatches();

    soon().until(() -> watch.trouble().isPresent());
    assertThat(watch.trouble().get()).contains("cannot be watched").contains("bad day");

    server.pods().failLists(0);
    server.pods().failWatches(0);
    server.pods().add("after");
    soon().until(() -> watch.trouble().isEmpty() && told.contains("+after"));
  }

  @Test
  void listThatWorksDoesNotHideAWatchThatDoesNot() {
    open();
    server.pods().failWatches(500);
    server.pods().dropWatches();
    soon().until(() -> watch.trouble().isPresent());
    int lists = server.pods().lists();

    await()
        .atMost(Duration.ofSeconds(10))
        .pollInterval(Duration.ofMillis(2))
        .until(
            () -> {
              assertThat(watch.trouble()).isPresent();
              return server.pods().lists() >= lists + 2;
            });
  }

  @Test
  void podDeletedWhileTheWatchIsDownIsNoticed() {
    server.pods().add("first");
    open();

    server.pods().failWatches(500);
    server.pods().failLists(500);
    server.pods().dropWatches();
    soon().until(() -> watch.trouble().isPresent());
    server.pods().delete("first");
    server.pods().forgetHistory();
    server.pods().failLists(0);
    server.pods().failWatches(0);

    soon().until(() -> told.contains("-first"));
  }

  @Test
  void closedWatchLeavesNoThread() {
    open();
    watch.close();

    soon()
        .until(
            () -> Thread.getAllStackTraces().keySet().stream().noneMatch(ObjectWatchTest::isOurs));
  }

  private void open() {
    watch =
        new ObjectWatch<>(
            cluster,
            ObjectQuery.pods(cluster, Optional.of(ApiServer.NAMESPACE), SandboxKeys.SELECTOR),
            (pod, deleted) -> told.add((deleted ? "-" : "+") + name(pod)));
    // The first list is enough to open; a watch that is not there yet can't be dropped.
    soon().until(() -> server.pods().watches() > 0);
  }

  private static boolean isOurs(Thread thread) {
    return thread.getName().startsWith("sandpool-watch");
  }

  private static String name(V1Pod pod) {
    return pod.getMetadata().getName();
  }

  private static ConditionFactory soon() {
    return await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(20));
  }
}
