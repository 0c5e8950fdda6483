package dev.sandpool.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.CleanupRequest;
import dev.sandpool.CreateRequest;
import dev.sandpool.Sandbox;
import dev.sandpool.backend.SessionsInMemory;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.raw.RawBackend;
import dev.sandpool.kubernetes.raw.RawSandboxes;
import dev.sandpool.pool.SessionBed;
import dev.sandpool.testcluster.TestCluster;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replicas whose machines' clocks are wrong, each in its way, neither reap early nor late. */
class ClockSkewIT {

  private static final Duration LIFE = Duration.ofSeconds(15);

  /** The cluster's clock is told in whole seconds, and is true to two. */
  private static final Duration EARLY = Duration.ofSeconds(4);

  private static final Duration LATE = Duration.ofSeconds(8);

  private TestCluster test;
  private ExecThreads threads;
  private RawBackend ahead;
  private RawBackend behind;
  private SessionBed bedAhead;
  private SessionBed bedBehind;

  @BeforeEach
  void open() {
    test = TestCluster.open("skew");
    threads = ExecThreads.create();
    ahead = backend(Duration.ofMinutes(10));
    behind = backend(Duration.ofMinutes(-10));
    bedAhead = bed(ahead);
    bedBehind = bed(behind);
  }

  @AfterEach
  void close() {
    if (test != null) {
      bedAhead.close();
      bedBehind.close();
      ahead.close();
      behind.close();
      threads.close();
      test.close();
    }
  }

  private RawBackend backend(Duration wrong) {
    return new RawBackend(
        RawSandboxes.settings(test.settings()),
        threads,
        ExecTimings.DEFAULT,
        Clock.offset(Clock.systemUTC(), wrong));
  }

  private static SessionBed bed(RawBackend backend) {
    return new SessionBed(backend, RawSandboxes.spec(TestCluster.BUSYBOX), new SessionsInMemory());
  }

  @Test
  void sandboxesOfBothLiveForTheirTimeWhoeverReaps() {
    CreateRequest idle =
        CreateRequest.of("default").withTtl(Duration.ZERO).withIdleTtl(LIFE).detach();
    CreateRequest whole =
        CreateRequest.of("default").withTtl(LIFE).withIdleTtl(Duration.ZERO).detach();
    Map<String, Instant> taken = new TreeMap<>();
    for (SessionBed bed : new SessionBed[] {bedAhead, bedBehind}) {
      for (CreateRequest request : new CreateRequest[] {idle, whole}) {
        Sandbox made = bed.sandboxes.create(request);
        taken.put(made.id(), Instant.now());
        Duration left = Duration.between(Instant.now(), made.info().expiresAt().orElseThrow());
        assertThat(left).isBetween(LIFE.minus(EARLY), LIFE.plus(EARLY));
      }
    }
    Map<String, Duration> lives = new TreeMap<>();

    await()
        .atMost(LIFE.multipliedBy(4))
        .pollInterval(Duration.ofMillis(250))
        .until(
            () -> {
              for (SessionBed bed : new SessionBed[] {bedBehind, bedAhead}) {
                bed.sandboxes
                    .cleanup(CleanupRequest.EXPIRED)
                    .deleted()
                    .forEach(
                        each ->
                            lives.put(
                                each.id(), Duration.between(taken.get(each.id()), Instant.now())));
              }
              return lives.keySet().equals(taken.keySet());
            });

    assertThat(lives.values())
        .allSatisfy(life -> assertThat(life).isBetween(LIFE.minus(EARLY), LIFE.plus(LATE)));
  }

  @Test
  void useAtOneProlongsItForTheOther() {
    CreateRequest idle =
        CreateRequest.of("default").withTtl(Duration.ZERO).withIdleTtl(LIFE).detach();
    Sandbox made = bedAhead.sandboxes.create(idle);
    Sandbox there = bedBehind.sandboxes.find(made.id()).orElseThrow();
    Instant end = Instant.now().plus(LIFE.multipliedBy(2));

    await()
        .atMost(LIFE.multipliedBy(4))
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              assertThat(there.execute("echo here").stdout()).isEqualTo("here\n");
              bedBehind.keeper.round();
              assertThat(bedAhead.sandboxes.cleanup(CleanupRequest.EXPIRED).deleted()).isEmpty();
              return Instant.now().isAfter(end);
            });
  }
}
