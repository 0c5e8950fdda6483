package dev.sandpool.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.CreateRequest;
import dev.sandpool.ExecFailedException;
import dev.sandpool.ExecResult;
import dev.sandpool.Sandbox;
import dev.sandpool.bootstrap.Sandpool;
import dev.sandpool.bootstrap.SandpoolSettings;
import dev.sandpool.testcluster.ClusterComponent;
import dev.sandpool.testcluster.TestCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Components of the cluster crash and start again under conversations at two replicas. */
@Tag("chaos")
@Timeout(300)
class ClusterCrashIT {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int KEYS = 5;

  /**
   * Every caller hears an answer, one clear error or that the end is unknown, no command runs
   * twice, and afterwards each conversation has its old sandbox, at both replicas, and there is no
   * other.
   */
  @ParameterizedTest
  @EnumSource
  void conversationsGoOn(ClusterComponent component) {
    try (TestCluster test = TestCluster.open("crash");
        Sandpool one = start(test);
        Sandpool two = start(test)) {
      List<Talk> talks =
          IntStream.range(0, KEYS).mapToObj(key -> new Talk("key-" + key, one, two)).toList();
      List<String> before = talks.stream().map(Talk::id).toList();
      ExecutorService workers = Executors.newFixedThreadPool(KEYS);
      AtomicBoolean over = new AtomicBoolean();
      List<CompletableFuture<Void>> running =
          talks.stream()
              .map(talk -> CompletableFuture.runAsync(() -> talk.until(over), workers))
              .toList();

      await().atMost(PATIENCE).until(() -> talks.stream().allMatch(talk -> talk.said.get() > 2));
      component.restart();
      int then = talks.stream().mapToInt(talk -> talk.answered.get()).sum();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                running.stream().filter(CompletableFuture::isDone).forEach(CompletableFuture::join);
                return talks.stream().mapToInt(talk -> talk.answered.get()).sum() > then + KEYS;
              });
      over.set(true);
      running.forEach(CompletableFuture::join);
      workers.shutdown();

      await().atMost(PATIENCE).until(() -> one.trouble().isEmpty() && two.trouble().isEmpty());
      assertThat(talks.stream().map(Talk::id).toList()).isEqualTo(before);
      talks.forEach(Talk::requireEachWordOnce);
      assertThat(new StockView(test).pods()).hasSize(KEYS);
    }
  }

  private static Sandpool start(TestCluster test) {
    Map<String, String> values = new TreeMap<>(Replica.usual(test));
    values.put("sandpool.pool.min-idle", "0");
    return Sandpool.start(SandpoolSettings.read(key -> Optional.ofNullable(values.get(key))));
  }

  /** One conversation, which goes from replica to replica. */
  private static final class Talk {

    private final String key;
    private final List<Sandpool> replicas;
    private final AtomicInteger said = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final ConcurrentLinkedQueue<Integer> heard = new ConcurrentLinkedQueue<>();

    Talk(String key, Sandpool... replicas) {
      this.key = key;
      this.replicas = List.of(replicas);
    }

    String id() {
      List<String> ids = replicas.stream().map(replica -> sandbox(replica).id()).toList();
      assertThat(ids).as(key + " at both replicas").containsOnly(ids.get(0));
      return ids.get(0);
    }

    void until(AtomicBoolean over) {
      while (!over.get()) {
        int word = said.getAndIncrement();
        try {
          Sandbox sandbox = sandbox(replicas.get(word % replicas.size()));
          ExecResult result = sandbox.execute("echo " + word + " >>said; echo heard");
          if (result.exitCode().isPresent()) {
            assertThat(result.succeeded()).isTrue();
            assertThat(result.stdout()).isEqualTo("heard\n");
            heard.add(word);
            answered.incrementAndGet();
          }
        } catch (BackendUnavailableException | ExecFailedException e) {
          assertThat(e.getMessage()).isNotBlank();
        }
      }
    }

    void requireEachWordOnce() {
      List<Integer> words =
          sandbox(replicas.get(0))
              .execute("cat said")
              .stdout()
              .lines()
              .map(Integer::valueOf)
              .toList();
      assertThat(words).as("commands of " + key).doesNotHaveDuplicates().containsAll(heard);
    }

    private Sandbox sandbox(Sandpool replica) {
      return replica.sandboxes().getOrCreate(CreateRequest.keyed(key)).sandbox();
    }
  }
}
