package dev.sandpool.kubernetes.raw;

import dev.sandpool.InvalidValueException;
import java.util.Map;
import java.util.Optional;

/**
 * How the Pods of a specification are made.
 *
 * @param image how the image is had and what runs
 * @param security who runs it and what confines it
 * @param placement where it runs
 * @param names how it finds addresses
 * @param labels of the Pod, beside Sandpool's own
 * @param annotations of the Pod, beside Sandpool's own
 * @param template laid over the Pod that the others make; empty for none
 */
public record PodOptions(
    ImageOptions image,
    SecurityOptions security,
    PlacementOptions placement,
    NameOptions names,
    Map<String, String> labels,
    Map<String, String> annotations,
    Optional<PodTemplate> template) {

  /** What the settings are unless given. */
  public static final PodOptions DEFAULT =
      new PodOptions(
          ImageOptions.DEFAULT,
          SecurityOptions.DEFAULT,
          PlacementOptions.DEFAULT,
          NameOptions.DEFAULT,
          Map.of(),
          Map.of(),
          Optional.empty());

  /** Copies, and keeps Sandpool's own keys for Sandpool. */
  public PodOptions {
    labels = unreserved("sandpool.raw.labels", labels);
    annotations = unreserved("sandpool.raw.annotations", annotations);
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
}
