package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sandpool.Acquired;
import dev.sandpool.Acquired.Origin;
import dev.sandpool.CleanupRequest;
import dev.sandpool.CleanupResult;
import dev.sandpool.CreateRequest;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxListing;
import dev.sandpool.SandboxQuery;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.SessionKey;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.ReplicaSettings;
import dev.sandpool.kubernetes.fixture.ApiServer;
import dev.sandpool.pool.SessionBed;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What five thousand sandboxes cost one replica, in calls and in memory, as docs/scaling.md says.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScaleTest {

  private static final int SANDBOXES = 5_000;
  private static final int EXPIRED = 500;

  /** Renewals of the replica's lease meanwhile, and what else goes on. */
  private static final int ASIDE = 40;

  /** Likewise, within a moment. */
  private static final int FEW = 8;

  private static final int MOST_BYTES_A_SANDBOX = 16 * 1024;

  private static final SandboxSpec SPEC = RawSandboxes.spec("any");

  private final ApiServer server = new ApiServer();
  private final ExecThreads threads = ExecThreads.create();
  private RawSettings settings;
  private RawBackend backend;
  private SessionBed bed;
  private long heapBefore;

  @BeforeAll
  void open(@TempDir Path directory) {
    ClusterSettings cluster =
        new ClusterSettings(
            Optional.of(server.kubeconfig(directory)),
            Optional.empty(),
            Optional.empty(),
            new ReplicaSettings("sandpool", Duration.ofSeconds(15)));
    settings = RawSandboxes.settings(cluster);
    add("sp-00000", SANDBOXES, "PT1H");
    heapBefore = heap();
    backend = new RawBackend(settings, threads, ExecTimings.DEFAULT);
    bed = new SessionBed(backend, SPEC, backend.sessions());
  }

  @AfterAll
  void close() {
    bed.close();
    backend.close();
    server.close();
    threads.close();
  }

  @Test
  void memoryIsBoundedForEachSandbox() {
    assertThat(backend.list()).hasSize(SANDBOXES);
    assertThat(bed.sandboxes.cleanup(CleanupRequest.EXPIRED.dry()).deleted()).isEmpty();

    assertThat((heap() - heapBefore) / SANDBOXES).isLessThan(MOST_BYTES_A_SANDBOX);
  }

  @Test
  void listsAreReadOnceAndThenAskNobody() {
    assertThat(server.pods().lists()).as("one to see whether it may, one to know all").isEqualTo(2);
    int before = server.requests();

    List<SandboxInfo> whole = backend.list();
    List<SandboxInfo> paged = new ArrayList<>();
    SandboxQuery query = SandboxQuery.ALL.withLimit(SandboxQuery.MOST);
    for (Optional<SandboxQuery> next = Optional.of(query); next.isPresent(); ) {
      SandboxListing page = bed.sandboxes.list(next.get());
      paged.addAll(page.items());
      next = page.cursor().map(query::after);
    }

    assertThat(whole).hasSize(SANDBOXES);
    assertThat(paged).extracting(SandboxInfo::id).doesNotHaveDuplicates().hasSize(SANDBOXES);
    assertThat(server.requests() - before).isLessThan(ASIDE);
  }

  @Test
  void reapingIsOneCallForEachThatEnds() {
    add("sp-expire", EXPIRED, "PT0.001S");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> backend.list().size() == SANDBOXES + EXPIRED);
    int before = server.requests();

    CleanupResult result = bed.sandboxes.cleanup(CleanupRequest.EXPIRED);

    assertThat(result.deleted()).hasSize(EXPIRED);
    assertThat(result.kept()).hasSize(SANDBOXES);
    assertThat(server.requests() - before).isBetween(EXPIRED, EXPIRED + ASIDE);
    int after = server.requests();
    assertThat(bed.sandboxes.cleanup(CleanupRequest.EXPIRED).deleted()).isEmpty();
    assertThat(server.requests() - after).isLessThan(ASIDE);
  }

  @Test
  void keyThatHasASandboxCostsALookUpAndAtMostAWrite() {
    String id = "sp-00000" + (SANDBOXES - 1) + "x";
    backend.sessions().put(new SessionKey("", id), Optional.empty(), id);
    int before = server.requests();

    Acquired acquired = bed.sandboxes.getOrCreate(CreateRequest.keyed(id));

    assertThat(acquired.origin()).isEqualTo(Origin.FOUND);
    assertThat(server.requests() - before).isBetween(1, FEW);
  }

  @Test
  void keysOfTheGoneCostTwoCallsEach() {
    for (int i = 0; i < 100; i++) {
      backend
          .sessions()
          .put(new SessionKey("", "gone " + i), Optional.empty(), "sp-gone%06d".formatted(i));
    }
    int before = server.requests();

    assertThat(bed.reaper.sweepKeys()).isEqualTo(100);

    assertThat(server.requests() - before).isBetween(200, 201 + ASIDE);
  }

  private void add(String prefix, int count, String idleTtl) {
    PodFactory factory = new PodFactory(settings);
    JsonObject pod = JsonTrees.of(factory.pod("name", SPEC));
    pod.add(
        "status",
        JsonParser.parseString(
                ManyPods.RUNNING.formatted(Instant.now(), "0123456789abcdef".repeat(4)))
            .getAsJsonObject()
            .get("status"));
    JsonObject meta = pod.getAsJsonObject("metadata");
    meta.add("managedFields", managed(pod));
    meta.getAsJsonObject("labels").addProperty("sandpool.dev/state", "active");
    meta.getAsJsonObject("labels").addProperty("sandpool.dev/team", "blue");
    for (int i = 0; i < count; i++) {
      String id = prefix + "%04d".formatted(i) + "x".repeat(9 - prefix.length());
      meta.addProperty("name", id);
      JsonObject notes = meta.getAsJsonObject("annotations");
      notes.addProperty(
          "sandpool.dev/terms",
          "{\"bound\":false,\"key\":\"%s\",\"labels\":{\"team\":\"blue\"}}".formatted(id));
      notes.addProperty(
          "sandpool.dev/tenure",
          "{\"since\":\"%1$s\",\"idleTtl\":\"%2$s\",\"lastUse\":\"%1$s\"}"
              .formatted(Instant.now(), idleTtl));
      server.pods().addJson(pod.toString());
    }
  }

  /** As the server notes who wrote what, which is about as long as what was written. */
  private static JsonArray managed(JsonObject pod) {
    JsonObject entry = new JsonObject();
    entry.addProperty("manager", "sandpool");
    entry.addProperty("operation", "Update");
    entry.add("fieldsV1", pod.deepCopy());
    JsonArray all = new JsonArray();
    all.add(entry);
    return all;
  }

  private static long heap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
