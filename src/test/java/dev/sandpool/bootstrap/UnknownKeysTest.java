package dev.sandpool.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class UnknownKeysTest {

  @Test
  void namesTheNearestKnownKey() {
    assertThat(UnknownKeys.describe(Set.of("sandpool.pool.max-totel", "other.key")))
        .containsExactly(
            "sandpool.pool.max-totel is not a setting of Sandpool;"
                + " did you mean sandpool.pool.max-total?");
  }

  @Test
  void judgesVariablesOnceThoughConfigurationsListThemTwice() {
    assertThat(
            UnknownKeys.describe(
                Set.of(
                    "SANDPOOL_POOL_MAX_TOTAL", "sandpool.pool.max.total",
                    "SANDPOOL_MODUS", "sandpool.modus")))
        .containsExactly(
            "SANDPOOL_MODUS is not a setting of Sandpool; did you mean sandpool.mode?");
  }

  @Test
  void dotsWhereDashesBelongAreNoted() {
    assertThat(UnknownKeys.describe(Set.of("sandpool.pool.max.total")))
        .singleElement()
        .asString()
        .endsWith("did you mean sandpool.pool.max-total?");
  }

  @Test
  void leavesAloneWhatKubernetesSetsBesideAService() {
    assertThat(
            UnknownKeys.describe(
                Set.of(
                    "SANDPOOL_SERVICE_HOST",
                    "SANDPOOL_PORT",
                    "SANDPOOL_PORT_9080_TCP",
                    "SANDPOOL_ROUTER_SERVICE_PORT_HTTP")))
        .isEmpty();
  }
}
