package dev.sandpool.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.Acquired;
import dev.sandpool.Acquired.Origin;
import dev.sandpool.BackendUnavailableException;
import dev.sandpool.CreateRequest;
import dev.sandpool.Sandbox;
import dev.sandpool.bootstrap.Sandpool;
import dev.sandpool.bootstrap.SandpoolSettings;
import dev.sandpool.testcluster.Relay;
import dev.sandpool.testcluster.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The API server goes down under conversations, and comes up again. */
@Timeout(300)
class ServerOutageIT {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int KEYS = 4;

  @TempDir private Path directory;

  @Test
  void callersHearOneClearErrorOrAnAnswerAndAfterwardsAllIsAsItWas() {
    try (TestCluster test = TestCluster.open("outage");
        Relay relay = Relay.to(test);
        Sandpool sandpool = start(test, relay)) {
      List<String> before = words(sandpool, "before");

      relay.shut();
      List<CompletableFuture<String>> during = turns(sandpool, "during");
      await().atMost(PATIENCE).until(() -> sandpool.trouble().isPresent());
      relay.reopen();

      during.forEach(turn -> assertThat(turn.join()).matches("sp-\\w+|unavailable"));
      await().atMost(PATIENCE).until(() -> sandpool.trouble().isEmpty());
      assertThat(words(sandpool, "after")).isEqualTo(before);
      before.forEach(
          id -> {
            Sandbox sandbox = sandpool.sandboxes().attach(id);
            assertThat(sandbox.execute("cat said").stdout())
                .startsWith("before\n")
                .endsWith("after\n");
          });
      assertThat(new StockView(test).pods()).hasSize(KEYS);
    }
  }

  /** The end comes when the server is back, by the clock that went on meanwhile. */
  @Test
  void whatExpiresMeanwhileGoesAfterwards() {
    try (TestCluster test = TestCluster.open("outage");
        Relay relay = Relay.to(test);
        Sandpool sandpool = start(test, relay)) {
      CreateRequest shortly =
          CreateRequest.keyed("short").withTtl(Duration.ofSeconds(10)).withIdleTtl(Duration.ZERO);
      String first = sandpool.sandboxes().getOrCreate(shortly).sandbox().id();

      relay.shut();
      await().atMost(PATIENCE).until(() -> sandpool.trouble().isPresent());
      Instant over = Instant.now().plusSeconds(12);
      await().atMost(PATIENCE).until(() -> Instant.now().isAfter(over));
      relay.reopen();

      await().atMost(PATIENCE).until(() -> new StockView(test).pods().isEmpty());
      Acquired next = sandpool.sandboxes().getOrCreate(shortly);
      assertThat(next.origin()).isEqualTo(Origin.REPLACED);
      assertThat(next.sandbox().id()).isNotEqualTo(first);
    }
  }

  private Sandpool start(TestCluster test, Relay relay) {
    Map<String, String> values = new TreeMap<>(Replica.usual(test));
    values.put("sandpool.kubernetes.kubeconfig", relay.kubeconfig(directory).toString());
    values.put("sandpool.pool.min-idle", "0");
    values.put("sandpool.reaper.interval", "1s");
    return Sandpool.start(SandpoolSettings.read(key -> Optional.ofNullable(values.get(key))));
  }

  private static List<String> words(Sandpool sandpool, String word) {
    return turns(sandpool, word).stream().map(CompletableFuture::join).toList();
  }

  private static List<CompletableFuture<String>> turns(Sandpool sandpool, String word) {
    ExecutorService workers = Executors.newFixedThreadPool(KEYS);
    List<CompletableFuture<String>> turns =
        IntStream.range(0, KEYS)
            .mapToObj(
                key ->
                    CompletableFuture.supplyAsync(
                        () -> turn(sandpool, "thread-" + key, word), workers))
            .toList();
    workers.shutdown();
    return turns;
  }

  private static String turn(Sandpool sandpool, String key, String word) {
    try {
      Sandbox sandbox = sandpool.sandboxes().getOrCreate(CreateRequest.keyed(key)).sandbox();
      sandbox.execute("echo " + word + " >>said");
      return sandbox.id();
    } catch (BackendUnavailableException e) {
      return "unavailable";
    }
  }
}
