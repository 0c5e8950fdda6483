package dev.sandpool.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.session.RedisServer;
import dev.sandpool.testcluster.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two hundred conversations at a time at two replicas in JVMs of their own, and a hundred at a
 * third one that is killed in the middle.
 */
@Timeout(600)
class SessionsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final int KEYS = Integer.getInteger("sandpool.it.keys", 12);
  private static final int WARM = 2;
  private static final int TURNS = 100;
  private static final int HEARD = 20;

  private TestCluster test;
  private StockView view;
  private final List<Replica> replicas = new ArrayList<>();

  /** A line of a {@link Conversation}. */
  private record Line(String what, String key, String id, String words) {

    static Line of(String text) {
      String[] parts = text.split(" ", 4);
      return new Line(parts[0], parts[1], parts[2], parts[3]);
    }

    boolean isSaid() {
      return what.equals("said");
    }
  }

  @BeforeEach
  void open() {
    test = TestCluster.open("sessions");
    view = new StockView(test);
  }

  @AfterEach
  void close() {
    if (test != null) {
      replicas.forEach(Replica::kill);
      test.close();
    }
  }

  @Test
  void clusterKeepsOneSandboxForEachKeyWhenAReplicaDies() {
    Replica one = start(Map.of());
    Replica other = start(Map.of());
    Replica victim = start(Map.of());

    List<Line> lines = converse(one, other, victim, () -> {});

    assertThat(lines).allMatch(Line::isSaid);
    Map<String, Set<String>> ids =
        lines.stream()
            .collect(
                Collectors.groupingBy(Line::key, Collectors.mapping(Line::id, Collectors.toSet())));
    assertThat(ids).hasSize(KEYS).allSatisfy((key, mapped) -> assertThat(mapped).hasSize(1));
    assertThat(wordsAreThere(one, other, lines)).isEqualTo(KEYS);
    nothingIsLeftOver(one, other);
  }

  @Test
  void redisKeepsThemAndMayItselfDie(@TempDir Path directory) {
    try (RedisServer redis = RedisServer.start(directory)) {
      Map<String, String> settings =
          Map.of("sandpool.redis.url", "redis://127.0.0.1:" + redis.port());
      Replica one = start(settings);
      Replica other = start(settings);
      Replica victim = start(settings);

      List<Line> lines =
          converse(
              one,
              other,
              victim,
              () -> {
                redis.kill();
                redis.start();
              });

      assertThat(lines).filteredOn(line -> !line.isSaid()).allMatch(SessionsIT::isClear);
      List<Line> afterwards = turns(List.of(one, other));
      assertThat(afterwards).hasSize(2 * TURNS).allMatch(Line::isSaid);
      List<Line> all = Stream.of(lines, afterwards).flatMap(List::stream).toList();
      assertThat(wordsAreThere(one, other, all)).isEqualTo(KEYS);
      nothingIsLeftOver(one, other);
    }
  }

  private static boolean isClear(Line failed) {
    return failed.id().equals("BackendUnavailableException")
        && failed.words().startsWith("Redis at redis://127.0.0.1:");
  }

  private Replica start(Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>(settings);
    all.put("sandpool.pool.min-idle", Integer.toString(WARM));
    all.put("sandpool.pool.max-total", Integer.toString(KEYS + WARM + 2));
    all.put("sandpool.reaper.interval", "1s");
    Replica started = Replica.start(test, all);
    replicas.add(started);
    return started;
  }

  /** Lets all three talk, and one die with what it held. */
  private List<Line> converse(Replica one, Replica other, Replica victim, Runnable accident) {
    replicas.forEach(replica -> replica.until("ready"));
    victim.order("hold 1 1");
    List<String> held = victim.until("done");
    List.of(one, other, victim)
        .forEach(replica -> replica.order("talk %d %d %d".formatted(TURNS, TURNS, KEYS)));
    List<String> said = new ArrayList<>();
    while (said.size() < HEARD) {
      said.add(victim.next());
    }
    accident.run();
    victim.kill();
    victim.rest().stream()
        .filter(line -> line.matches("said thread-\\d+ sp-\\w+ [0-9a-f-]{36}"))
        .forEach(said::add);
    said.addAll(one.until("done"));
    said.addAll(other.until("done"));

    String bound = held.get(0).substring("held ".length());
    await()
        .atMost(PATIENCE)
        .until(
            () -> view.pods().stream().noneMatch(pod -> pod.getMetadata().getName().equals(bound)));
    return said.stream().map(Line::of).toList();
  }

  private static List<Line> turns(List<Replica> talking) {
    talking.forEach(replica -> replica.order("talk %d %d %d".formatted(TURNS, TURNS, KEYS)));
    return talking.stream()
        .map(replica -> replica.until("done"))
        .flatMap(Collection::stream)
        .map(Line::of)
        .toList();
  }

  /** What was said in a sandbox is in it, whoever said it and whoever looks; gives how many. */
  private static int wordsAreThere(Replica one, Replica other, List<Line> said) {
    Map<String, Line> here = told(one);
    Map<String, Line> there = told(other);
    assertThat(ids(here)).isEqualTo(ids(there));
    here.forEach(
        (key, line) ->
            assertThat(List.of(line.words().split(",")))
                .containsAll(
                    said.stream()
                        .filter(each -> each.isSaid() && each.id().equals(line.id()))
                        .map(Line::words)
                        .toList()));
    return (int) here.values().stream().map(Line::id).distinct().count();
  }

  private static Map<String, Line> told(Replica replica) {
    replica.order("read %d 4".formatted(KEYS));
    return replica.until("done").stream()
        .map(Line::of)
        .collect(Collectors.toMap(Line::key, line -> line));
  }

  private static Map<String, String> ids(Map<String, Line> told) {
    return told.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().id()));
  }

  /** What is used stays, what nobody uses goes: first what the dead one left, then all. */
  private void nothingIsLeftOver(Replica one, Replica other) {
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(PAUSE)
        .untilAsserted(
            () -> {
              Set<String> used = Set.copyOf(ids(told(one)).values());
              assertThat(Set.copyOf(ids(told(other)).values())).isEqualTo(used);
              assertThat(active()).isEqualTo(used);
              assertThat(view.pods()).hasSize(KEYS + WARM);
            });
    await()
        .atMost(PATIENCE)
        .pollInterval(PAUSE)
        .untilAsserted(
            () -> {
              assertThat(active()).isEmpty();
              assertThat(view.pods()).hasSize(WARM);
            });
  }

  private Set<String> active() {
    return view.pods().stream()
        .filter(pod -> StockView.label(pod, "state").equals("active"))
        .map(pod -> pod.getMetadata().getName())
        .collect(Collectors.toSet());
  }
}
