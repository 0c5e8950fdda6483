package dev.sandpool.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** The test cluster is on this machine, so its time is known. */
class ServerClockIT {

  @Test
  void timeIsTheServersWhateverTheMachinesClockSays() throws ApiException {
    try (TestCluster test = TestCluster.open("clock")) {
      for (Duration ahead : new Duration[] {Duration.ofMinutes(10), Duration.ofMinutes(-10)}) {
        InstantSource wrong = InstantSource.offset(InstantSource.system(), ahead);
        Cluster cluster = Cluster.of(test.cluster().client(), test.cluster().namespace(), wrong);

        new CoreV1Api(cluster.client()).listNamespacedPod(cluster.namespace()).limit(1).execute();

        assertThat(cluster.clock().instant())
            .isCloseTo(Instant.now(), within(3, ChronoUnit.SECONDS));
      }
    }
  }
}
