package dev.sandpool.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.kubernetes.fixture.ApiServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AccessCheckTest {

  private static final List<Right> MANY =
      IntStream.range(0, 30)
          .mapToObj(i -> new Right("get", "", "r" + i, "", "ns", "tests", true, "a file"))
          .toList();

  private final ApiServer server = new ApiServer();
  private final Cluster cluster = server.cluster();

  @AfterEach
  void stop() {
    cluster.close();
    server.close();
  }

  @Test
  void missingOnesKeepTheirOrder() {
    server.reviews().deny("get r29").deny("get r0").deny("get r7");

    AccessReport report = new AccessCheck(cluster).review(MANY);

    assertThat(report.missing()).extracting(Right::resource).containsExactly("r0", "r7", "r29");
    assertThat(report.unknown()).isEmpty();
  }

  @Test
  void silentServerIsGivenUpForAllTogether() {
    server.reviews().stall();
    long start = System.nanoTime();

    AccessReport report = new AccessCheck(cluster, Duration.ofMillis(300)).review(MANY);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
    assertThat(report.missing()).isEmpty();
    assertThat(report.unknown()).hasValue("no answer in time");
  }

  @Test
  void everywhereIsWordedAsTheServerDoes() {
    Right right = new Right("list", "", "namespaces", "", "", "sweeping", true, "a file");

    assertThat(right.missing())
        .isEqualTo(
            "cannot list resource \"namespaces\" in API group \"\" at the cluster scope (sweeping)");
  }
}
