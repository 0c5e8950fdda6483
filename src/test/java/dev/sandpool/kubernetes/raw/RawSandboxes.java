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
    return settings(cluster, false, PodOptions.DEFAULT);
  }

  /** The same, each in a namespace of its own. */
  public static RawSettings namespaced(ClusterSettings cluster) {
    return settings(cluster, true, PodOptions.DEFAULT);
  }

  /** Pods of other options. */
  static RawSettings settings(ClusterSettings cluster, PodOptions options) {
    return settings(cluster, false, options);
  }

  /** The same, in one namespace or each in its own. */
  static RawSettings settings(ClusterSettings cluster, boolean namespaces, PodOptions pod) {
    return new RawSettings(
        cluster, Duration.ofHours(1), namespaces, pod, Map.of(), IsolationSettings.OFF);
  }

  /** The same, where it is tried whether policies are enforced, with an image of the cluster. */
  static RawSettings probing(ClusterSettings cluster, IsolationSettings.Probe probe, String image) {
    return new RawSettings(
        cluster,
        Duration.ofHours(1),
        false,
        PodOptions.DEFAULT,
        Map.of(),
        new IsolationSettings(probe, Optional.of(spec(image))));
  }

  /** The usual Pods with another first process. */
  static PodOptions options(ImageOptions image) {
    PodOptions usual = PodOptions.DEFAULT;
    return new PodOptions(
        image,
        usual.security(),
        usual.placement(),
        usual.names(),
        usual.network(),
        usual.labels(),
        usual.annotations(),
        usual.template(),
        usual.namespace());
  }

  /** The usual Pods with a template over them. */
  static PodOptions template(String yaml) {
    PodOptions usual = PodOptions.DEFAULT;
    return new PodOptions(
        usual.image(),
        usual.security(),
        usual.placement(),
        usual.names(),
        usual.network(),
        usual.labels(),
        usual.annotations(),
        Optional.of(PodTemplate.parse(yaml)),
        usual.namespace());
  }

  /** The same with another time to start in. */
  static SandboxSpec within(SandboxSpec spec, Duration startup) {
    return new SandboxSpec(
        spec.name(),
        spec.image(),
        spec.workingDirectory(),
        spec.environment(),
        spec.resources(),
        startup,
        spec.setupScript());
  }

  /** The same with a script to set it up. */
  static SandboxSpec setUp(SandboxSpec spec, String script) {
    return new SandboxSpec(
        spec.name(),
        spec.image(),
        spec.workingDirectory(),
        spec.environment(),
        spec.resources(),
        spec.startupTimeout(),
        Optional.of(script));
  }

  /** The same with as many processors. */
  static SandboxSpec requesting(SandboxSpec spec, String processors) {
    SandboxSpec.Resources usual = spec.resources();
    return new SandboxSpec(
        spec.name(),
        spec.image(),
        spec.workingDirectory(),
        spec.environment(),
        new SandboxSpec.Resources(
            processors,
            processors,
            usual.memoryRequest(),
            usual.memoryLimit(),
            usual.storageRequest(),
            usual.storageLimit()),
        spec.startupTimeout(),
        spec.setupScript());
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
