package dev.sandpool.kubernetes.raw;

import com.google.gson.JsonObject;
import dev.sandpool.InvalidValueException;
import dev.sandpool.kubernetes.network.NetworkOptions;
import dev.sandpool.kubernetes.network.SandboxPolicy;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import java.util.Map;
import java.util.Optional;

/**
 * How the Pods of a specification are made.
 *
 * @param image how the image is had and what runs
 * @param security who runs it and what confines it
 * @param placement where it runs
 * @param names how it finds addresses
 * @param network what it reaches
 * @param labels of the Pod, beside Sandpool's own
 * @param annotations of the Pod, beside Sandpool's own
 * @param template laid over the Pod that the others make; empty for none
 * @param namespace what is around it where it has a namespace of its own
 */
public record PodOptions(
    ImageOptions image,
    SecurityOptions security,
    PlacementOptions placement,
    NameOptions names,
    NetworkOptions network,
    Map<String, String> labels,
    Map<String, String> annotations,
    Optional<PodTemplate> template,
    NamespaceOptions namespace) {

  /** What the settings are unless given. */
  public static final PodOptions DEFAULT =
      new PodOptions(
          ImageOptions.DEFAULT,
          SecurityOptions.DEFAULT,
          PlacementOptions.DEFAULT,
          NameOptions.DEFAULT,
          NetworkOptions.NONE,
          Map.of(),
          Map.of(),
          Optional.empty(),
          NamespaceOptions.DEFAULT);

  /** Copies, keeps Sandpool's own keys for Sandpool, and refuses what would loosen a sandbox. */
  public PodOptions {
    labels = unreserved("sandpool.raw.labels", labels);
    annotations = confining(unreserved("sandpool.raw.annotations", annotations));
  }

  SandboxPolicy policy() {
    return SandboxPolicy.of(network);
  }

  private static Map<String, String> unreserved(String setting, Map<String, String> pairs) {
    pairs.keySet().stream()
        .filter(PodKeys::isReserved)
        .forEach(
            key -> {
              throw new InvalidValueException(
                  setting, key, "Sandpool finds its Pods by this one; choose another key");
            });
    return Map.copyOf(pairs);
  }

  /** An annotation can take a profile away. Said now, and not when the first Pod is made of it. */
  private static Map<String, String> confining(Map<String, String> annotations) {
    V1Pod pod = new V1Pod().metadata(new V1ObjectMeta().annotations(annotations));
    JsonObject tree = JsonTrees.of(pod);
    LooseningRules.ALL.stream()
        .flatMap(rule -> rule.broken(tree))
        .findFirst()
        .ifPresent(
            broken -> {
              throw broken.in("sandpool.raw.annotations");
            });
    return annotations;
  }
}
