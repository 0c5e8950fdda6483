package dev.sandpool.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnknownKeysTest {

  @Test
  void namesTheNearestKnownKey() {
    assertThat(describe(Set.of("sandpool.pool.max-totel", "other.key")))
        .containsExactly(
            "sandpool.pool.max-totel is not a setting of Sandpool;"
                + " did you mean sandpool.pool.max-total?");
  }

  @Test
  void judgesVariablesOnceThoughConfigurationsListThemTwice() {
    assertThat(
            describe(
                Set.of(
                    "SANDPOOL_POOL_MAX_TOTAL", "sandpool.pool.max.total",
                    "SANDPOOL_MODUS", "sandpool.modus")))
        .containsExactly(
            "SANDPOOL_MODUS is not a setting of Sandpool; did you mean sandpool.mode?");
  }

  @Test
  void dotsWhereDashesBelongAreNoted() {
    assertThat(describe(Set.of("sandpool.pool.max.total")))
        .singleElement()
        .asString()
        .endsWith("did you mean sandpool.pool.max-total?");
  }

  @Test
  void leavesAloneWhatKubernetesSetsBesideAService() {
    assertThat(
            describe(
                Set.of(
                    "SANDPOOL_SERVICE_HOST",
                    "SANDPOOL_PORT",
                    "SANDPOOL_PORT_9080_TCP",
                    "SANDPOOL_ROUTER_SERVICE_PORT_HTTP")))
        .isEmpty();
  }

  @Test
  void knowsTheKeysOfNamedSpecifications() {
    assertThat(
            describe(
                Set.of(
                    "sandpool.spec.python.image",
                    "sandpool.pool.python.min-idle",
                    "sandpool.raw.python.command",
                    "SANDPOOL_SPEC_PYTHON_MEMORY_LIMIT",
                    "SANDPOOL_SPEC_NODE_IMAGE",
                    "SANDPOOL_SPECS"),
                Map.of("sandpool.specs", "node")))
        .isEmpty();
  }

  @Test
  void keyOfAnUnnamedSpecificationIsUnknown() {
    assertThat(
            describe(
                Set.of(
                    "sandpool.pool.pyton.min-idle",
                    "sandpool.spec.python.image",
                    "SANDPOOL_SPEC_NODE_IMAGE"),
                Map.of()))
        .containsExactly(
            "SANDPOOL_SPEC_NODE_IMAGE is not a setting of Sandpool;"
                + " did you mean sandpool.spec.image?"
                + " To make a specification, name it in sandpool.specs",
            "sandpool.pool.pyton.min-idle is not a setting of Sandpool;"
                + " did you mean sandpool.pool.python.min-idle?"
                + " To make a specification, name it in sandpool.specs");
  }

  @Test
  void knowsTheKeysOfNamedApiKeys() {
    assertThat(
            describe(
                Set.of(
                    "sandpool.api-key.ci.hash",
                    "sandpool.api-key.ci.roles",
                    "SANDPOOL_API_KEY_CI_TENANT",
                    "SANDPOOL_API_KEY_LAPTOP_HASH",
                    "SANDPOOL_API_KEYS"),
                Map.of("sandpool.api-keys", "laptop")))
        .isEmpty();
    assertThat(describe(Set.of("SANDPOOL_API_KEY_CI_HASH")))
        .singleElement()
        .asString()
        .endsWith("To make an API key, name it in sandpool.api-keys");
  }

  private static List<String> describe(Set<String> names) {
    return describe(names, Map.of());
  }

  private static List<String> describe(Set<String> names, Map<String, String> values) {
    return UnknownKeys.describe(names, key -> Optional.ofNullable(values.get(key)));
  }
}
