package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.CleanupRequest;
import dev.sandpool.CleanupResult.Verdict;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxListing;
import dev.sandpool.SandboxQuery;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.FreeTenancy;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.pool.SessionBed;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More sandboxes than a node could run, as objects on a real API server. */
@Timeout(180)
class ScaleIT {

  private static final SandboxSpec SPEC = RawSandboxes.spec(TestCluster.BUSYBOX);
  private static final int KEPT = 270;
  private static final int EXPIRED = 30;
  private static final int WARM = 5;

  @Test
  void allAreListedThoseThatExpiredAreReapedAndWarmOnesAreTaken() throws ApiException {
    try (TestCluster test = TestCluster.open("many")) {
      ManyPods pods = new ManyPods(test, SPEC);
      List<String> kept = pods.active(KEPT, Duration.ofHours(1));
      List<String> expired = pods.active(EXPIRED, Duration.ofMillis(1));
      List<String> warm = pods.warm(WARM);
      ExecThreads threads = ExecThreads.create();
      RawBackend backend =
          new RawBackend(RawSandboxes.settings(test.settings()), threads, ExecTimings.DEFAULT);
      SessionBed bed = new SessionBed(backend, SPEC, backend.sessions());
      try {
        assertThat(paged(bed))
            .hasSize(KEPT + EXPIRED)
            .doesNotHaveDuplicates()
            .containsAll(kept)
            .containsAll(expired);

        assertThat(bed.sandboxes.cleanup(CleanupRequest.EXPIRED).deleted())
            .extracting(Verdict::id)
            .containsExactlyInAnyOrderElementsOf(expired);
        assertThat(paged(bed)).containsExactlyInAnyOrderElementsOf(kept);

        List<String> taken = new ArrayList<>();
        for (int i = 0; i < WARM; i++) {
          ManagedSandbox one = backend.stock().take(SPEC).orElseThrow();
          one.claim(FreeTenancy.terms(Map.of("taken", "yes")));
          taken.add(one.id());
        }
        assertThat(taken).containsExactlyInAnyOrderElementsOf(warm);
        assertThat(bed.sandboxes.list(SandboxQuery.ALL.withLabels(Map.of("taken", "yes"))).items())
            .hasSize(WARM);

        pods.clear();
        await().atMost(Duration.ofSeconds(30)).until(() -> backend.list().isEmpty());
        assertThat(pods.count()).isZero();
      } finally {
        bed.close();
        backend.close();
        threads.close();
      }
    }
  }

  private static List<String> paged(SessionBed bed) {
    List<String> ids = new ArrayList<>();
    for (Optional<SandboxQuery> next = Optional.of(SandboxQuery.ALL); next.isPresent(); ) {
      SandboxListing page = bed.sandboxes.list(next.get());
      ids.addAll(page.items().stream().map(SandboxInfo::id).toList());
      next = page.cursor().map(SandboxQuery.ALL::after);
    }
    return ids;
  }
}
