package dev.sandpool.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandpool.PoolChange;
import dev.sandpool.SandboxSpec;
import dev.sandpool.bootstrap.Sandpool;
import dev.sandpool.bootstrap.SandpoolSettings;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is no longer wanted goes, the newest first. */
class ScaleDownIT {

  @Test
  void newestGoFirst() {
    try (TestCluster test = TestCluster.open("scale")) {
      StockView view = new StockView(test);
      Map<String, String> values = new TreeMap<>(Replica.usual(test));
      values.put("sandpool.pool.min-idle", "4");
      values.put("sandpool.pool.refill-parallelism", "1");
      SandpoolSettings settings =
          SandpoolSettings.read(key -> Optional.ofNullable(values.get(key)));
      try (Sandpool sandpool = Sandpool.start(settings)) {
        await().atMost(Duration.ofMinutes(2)).until(() -> view.warm().size() == 4);
        List<V1Pod> byAge =
            view.warm().stream()
                .sorted(Comparator.comparing(pod -> pod.getMetadata().getCreationTimestamp()))
                .toList();

        sandpool.sandboxes().resize(SandboxSpec.DEFAULT_NAME, PoolChange.NONE.withMinIdle(2));

        await().atMost(Duration.ofMinutes(2)).until(() -> view.pods().size() == 2);
        assertThat(StockView.uids(view.pods())).isEqualTo(StockView.uids(byAge.subList(0, 2)));
      }
      assertThat(view.pods()).isEmpty();
      assertThat(view.replicas()).isEmpty();
    }
  }
}
