package dev.sandpool.bootstrap;

import dev.sandpool.SandboxSpec;
import dev.sandpool.kubernetes.ClusterSettings;
import dev.sandpool.kubernetes.network.NetworkOptions;
import dev.sandpool.kubernetes.raw.ImageOptions;
import dev.sandpool.kubernetes.raw.IsolationSettings;
import dev.sandpool.kubernetes.raw.NameOptions;
import dev.sandpool.kubernetes.raw.NamespaceOptions;
import dev.sandpool.kubernetes.raw.PlacementOptions;
import dev.sandpool.kubernetes.raw.PodOptions;
import dev.sandpool.kubernetes.raw.PodTemplate;
import dev.sandpool.kubernetes.raw.RawSettings;
import dev.sandpool.kubernetes.raw.SecurityOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The keys of mode {@code raw}. */
final class RawKeys {

  static final Setting<Duration> MAX_LIFETIME =
      Setting.of(
          "sandpool.raw.max-lifetime",
          SettingType.DURATION,
          "24h",
          "After this the kubelet ends a Pod, whatever became of Sandpool.");

  static final Setting<Map<String, String>> LABELS =
      Setting.of(
          "sandpool.raw.labels",
          KubernetesTypes.LABELS,
          "",
          "More labels of the Pods, such as `team=blue,example.com/tier=test`.");

  static final Setting<Map<String, String>> ANNOTATIONS =
      Setting.of(
          "sandpool.raw.annotations",
          KubernetesTypes.ANNOTATIONS,
          "",
          "More annotations of the Pods, such as `example.com/owner=team blue`.");

  static final Setting<String> POD_TEMPLATE =
      Setting.of(
          "sandpool.raw.pod-template",
          KubernetesTypes.MANIFEST,
          "",
          "Fields of a Pod for all the rest, as YAML or the path of a file with it; laid over the"
              + " Pod that the other settings make.");

  /** Those that a specification can have of its own. */
  static final List<Setting<?>> POD =
      Stream.of(
              RawImageKeys.ALL,
              RawSecurityKeys.ALL,
              RawPlacementKeys.ALL,
              RawNameKeys.ALL,
              RawNetworkKeys.ALL,
              List.of(LABELS, ANNOTATIONS, POD_TEMPLATE),
              RawNamespaceKeys.NAMED)
          .<Setting<?>>flatMap(List::stream)
          .toList();

  static final List<Setting<?>> ALL =
      Stream.of(List.of(MAX_LIFETIME, RawNamespaceKeys.PER_SANDBOX), RawIsolationKeys.ALL, POD)
          .<Setting<?>>flatMap(List::stream)
          .toList();

  private RawKeys() {}

  static RawSettings raw(SettingsReader from, Set<String> specs, SandboxSpec usual) {
    ClusterSettings cluster = ClusterKeys.cluster(from);
    Duration lifetime = from.read(MAX_LIFETIME);
    boolean namespaces = from.read(RawNamespaceKeys.PER_SANDBOX);
    IsolationSettings isolation = RawIsolationKeys.isolation(from, usual);
    PodOptions pod = pod(from);
    Map<String, PodOptions> named = new TreeMap<>();
    specs.forEach(spec -> named.put(spec, pod(from.named(spec))));
    return from.combine(
        () -> new RawSettings(cluster, lifetime, namespaces, pod, named, isolation));
  }

  private static PodOptions pod(SettingsReader from) {
    ImageOptions image = RawImageKeys.image(from);
    SecurityOptions security = RawSecurityKeys.security(from);
    PlacementOptions placement = RawPlacementKeys.placement(from);
    NameOptions names = RawNameKeys.names(from);
    NetworkOptions network = RawNetworkKeys.network(from);
    Map<String, String> labels = from.read(LABELS);
    Map<String, String> annotations = from.read(ANNOTATIONS);
    Optional<PodTemplate> template = template(from);
    NamespaceOptions namespace = RawNamespaceKeys.namespace(from);
    return from.combine(
        () ->
            new PodOptions(
                image,
                security,
                placement,
                names,
                network,
                labels,
                annotations,
                template,
                namespace));
  }

  private static Optional<PodTemplate> template(SettingsReader from) {
    String text = from.read(POD_TEMPLATE);
    return text.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(from.combine(() -> PodTemplate.parse(text)));
  }
}
