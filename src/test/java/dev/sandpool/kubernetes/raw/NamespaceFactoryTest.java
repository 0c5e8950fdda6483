package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1LimitRangeItem;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamespaceFactoryTest {

  private static final Instant UNTIL = Instant.parse("2030-01-02T03:04:05Z");

  @Test
  void settingsLieOverTheSpecificationsOwn() {
    V1LimitRangeItem limits =
        limits(Map.of("default.memory", "64Mi", "max.cpu", "2", "defaultRequest.gpu.com/x", "0"));

    assertThat(limits.getType()).isEqualTo("Container");
    assertThat(limits.getDefault())
        .isEqualTo(amounts(Map.of("cpu", "1", "memory", "64Mi", "ephemeral-storage", "2Gi")));
    assertThat(limits.getDefaultRequest())
        .isEqualTo(
            amounts(
                Map.of(
                    "cpu",
                    "10m",
                    "memory",
                    "32Mi",
                    "ephemeral-storage",
                    "64Mi",
                    "gpu.com/x",
                    "0")));
    assertThat(limits.getMax()).isEqualTo(amounts(Map.of("cpu", "2")));
    assertThat(limits.getMin()).isEmpty();
  }

  @Test
  void namespaceSaysWhoseItIsAndHowLongItMayBeEmpty() {
    NamespaceOptions options =
        new NamespaceOptions(
            Map.of("pods", "1"), Map.of(), Map.of("team", "blue"), Map.of("note", "a b"));

    V1ObjectMeta meta =
        new NamespaceFactory(options, RawSandboxes.spec())
            .namespace("sp-a", "home", UNTIL)
            .getMetadata();

    assertThat(meta.getName()).isEqualTo("sp-a");
    assertThat(meta.getLabels())
        .isEqualTo(
            Map.of(
                "team", "blue",
                "app.kubernetes.io/managed-by", "sandpool",
                "app.kubernetes.io/name", "sandbox",
                "sandpool.dev/sandbox", "sp-a",
                "sandpool.dev/home", "home",
                "sandpool.dev/spec", "default",
                "pod-security.kubernetes.io/enforce", "restricted",
                "pod-security.kubernetes.io/audit", "restricted",
                "pod-security.kubernetes.io/warn", "restricted"));
    assertThat(meta.getAnnotations())
        .isEqualTo(Map.of("note", "a b", "sandpool.dev/starts-until", "2030-01-02T03:04:05Z"));
  }

  private static V1LimitRangeItem limits(Map<String, String> settings) {
    NamespaceOptions options =
        new NamespaceOptions(Map.of("pods", "1"), settings, Map.of(), Map.of());
    return new NamespaceFactory(options, RawSandboxes.spec())
        .limitRange()
        .getSpec()
        .getLimits()
        .get(0);
  }

  private static Map<String, Quantity> amounts(Map<String, String> texts) {
    return NamespaceFactory.quantities(texts);
  }
}
