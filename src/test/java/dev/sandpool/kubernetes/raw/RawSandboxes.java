package dev.sandpool.kubernetes.raw;

import dev.sandpool.SandboxSpec;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.testcluster.TestCluster;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Settings that the tests of mode raw share. */
public final class RawSandboxes {

  private RawSandboxes() {}

  /** Pods on the test cluster, whose images can't be pulled. */
  public static RawSettings settings(ClusterSettings cluster) {
    return new RawSettings(cluster, Duration.ofHours(1), PodOptions.DEFAULT, Map.of());
  }

  /** A small sandbox of an image of the test cluster. */
  public static SandboxSpec spec(String image) {
    return new SandboxSpec(
        SandboxSpec.DEFAULT_NAME,
        image,
        "/workspace",
        Map.of(),
        new SandboxSpec.Resources("10m", "1", "32Mi", "512Mi", "64Mi", "2Gi"),
        Duration.ofSeconds(60),
        Optional.empty());
  }

  /** The usual one. */
  public static SandboxSpec spec() {
    return spec(TestCluster.DEBIAN);
  }
}
