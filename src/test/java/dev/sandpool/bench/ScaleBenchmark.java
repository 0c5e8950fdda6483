package dev.sandpool.bench;

import dev.sandpool.CleanupRequest;
import dev.sandpool.CleanupResult;
import dev.sandpool.CreateRequest;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxListing;
import dev.sandpool.SandboxQuery;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SessionKey;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.raw.ManyPods;
import dev.sandpool.kubernetes.raw.RawBackend;
import dev.sandpool.kubernetes.raw.RawSandboxes;
import dev.sandpool.pool.SessionBed;
import dev.sandpool.testcluster.TestCluster;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** What one replica needs to know of many sandboxes, and how long it takes to find some of them. */
final class ScaleBenchmark {

  private static final int SANDBOXES = Integer.getInteger("sandpool.bench.sandboxes", 5000);
  private static final int EXPIRED = SANDBOXES / 10;
  private static final int WARM = 20;
  private static final int ROUNDS = 50;
  private static final SandboxSpec SPEC = RawSandboxes.spec(TestCluster.BUSYBOX);

  private ScaleBenchmark() {}

  static void run() throws Exception {
    try (TestCluster test = TestCluster.open("scale")) {
      ManyPods pods = new ManyPods(test, SPEC);
      timed(
          "make them",
          () ->
              List.of(
                  pods.active(EXPIRED, Duration.ofMillis(1)),
                  pods.active(SANDBOXES - EXPIRED, Duration.ofHours(1))));
      try {
        measure(test, pods);
      } finally {
        timed(
            "delete all that is left",
            () -> {
              pods.clear();
              return "";
            });
      }
    }
  }

  private static void measure(TestCluster test, ManyPods pods) throws Exception {
    long before = heap();
    ExecThreads threads = ExecThreads.create();
    RawBackend backend =
        timed(
            "start: first list and watch",
            () ->
                new RawBackend(
                    RawSandboxes.settings(test.settings()), threads, ExecTimings.DEFAULT));
    SessionBed bed = new SessionBed(backend, SPEC, backend.sessions());
    try {
      perSandbox("heap of the watch", heap() - before);
      lists(backend, bed, before);
      List<String> ids = backend.list().stream().map(SandboxInfo::id).toList();
      keys(backend, bed, ids.subList(ids.size() - ROUNDS, ids.size()));
      stock(backend, pods);
      reap(bed);
      perSandbox("heap after all that", heap() - before);
    } finally {
      bed.close();
      backend.close();
      threads.close();
    }
  }

  private static void lists(RawBackend backend, SessionBed bed, long before) {
    Samples whole = new Samples("list of all");
    Samples page = new Samples("page of 100, in the middle");
    Optional<String> cursor = middle(bed);
    for (int i = 0; i < ROUNDS; i++) {
      whole.add(nanos(backend::list));
      page.add(
          nanos(() -> bed.sandboxes.list(SandboxQuery.ALL.after(cursor.orElseThrow())).items()));
    }
    Samples.print(whole, page);
    perSandbox("heap after lists", heap() - before);
  }

  private static Optional<String> middle(SessionBed bed) {
    Optional<String> cursor = Optional.empty();
    for (int seen = 0; seen < SANDBOXES / 2; seen += SandboxQuery.ALL.limit()) {
      SandboxListing page =
          bed.sandboxes.list(cursor.map(SandboxQuery.ALL::after).orElse(SandboxQuery.ALL));
      cursor = page.cursor();
    }
    return cursor;
  }

  private static void keys(RawBackend backend, SessionBed bed, List<String> ids) {
    Samples find = new Samples("getOrCreate of a key that has one");
    for (String id : ids) {
      backend.sessions().put(new SessionKey("", id), Optional.empty(), id);
      find.add(nanos(() -> bed.sandboxes.getOrCreate(CreateRequest.keyed(id))));
    }
    Samples.print(find);
  }

  private static void stock(RawBackend backend, ManyPods pods) {
    pods.warm(WARM);
    Samples take = new Samples("take another replica's warm one");
    Samples claim = new Samples("claim it");
    for (int i = 0; i < WARM; i++) {
      ManagedSandbox[] taken = new ManagedSandbox[1];
      take.add(nanos(() -> taken[0] = take(backend)));
      claim.add(nanos(() -> claim(taken[0])));
    }
    Samples.print(take, claim);
  }

  private static ManagedSandbox take(RawBackend backend) {
    return backend.stock().take(SPEC).orElseThrow();
  }

  private static String claim(ManagedSandbox taken) {
    taken.claim(FreeTenancy.terms(Map.of()));
    return taken.id();
  }

  private static void reap(SessionBed bed) throws Exception {
    CleanupResult dry = timed("reap, dry run", () -> bed.reaper.run(CleanupRequest.EXPIRED.dry()));
    CleanupResult result = timed("reap", () -> bed.reaper.run(CleanupRequest.EXPIRED));
    System.out.printf(
        "   %d to end, %d ended, %d kept%n",
        dry.deleted().size(), result.deleted().size(), result.kept().size());
    timed("reap again, with nothing to do", () -> bed.reaper.run(CleanupRequest.EXPIRED));
    timed("forget keys of those that are gone", () -> bed.reaper.sweepKeys());
  }

  private static <T> T timed(String what, Callable<T> work) throws Exception {
    long start = System.nanoTime();
    T result = work.call();
    System.out.printf("%-44s %9.1f ms%n", what, (System.nanoTime() - start) / 1e6);
    return result;
  }

  private static long nanos(Callable<?> work) {
    try {
      long start = System.nanoTime();
      work.call();
      return System.nanoTime() - start;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static long heap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static void perSandbox(String what, long bytes) {
    System.out.printf(
        "%-44s %9.1f MiB, %.1f KiB a sandbox%n",
        what, bytes / 1048576.0, bytes / 1024.0 / SANDBOXES);
  }
}
