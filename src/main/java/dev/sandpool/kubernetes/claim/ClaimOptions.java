package dev.sandpool.kubernetes.claim;

import dev.sandpool.InvalidValueException;
import java.util.Map;
import java.util.Optional;

/**
 * What sandboxes of a specification are claimed from.
 *
 * @param warmPool name of a SandboxWarmPool
 * @param template name of a SandboxTemplate, instead of a pool
 * @param podLabels added to the Pod
 * @param podAnnotations added to the Pod
 */
public record ClaimOptions(
    Optional<String> warmPool,
    Optional<String> template,
    Map<String, String> podLabels,
    Map<String, String> podAnnotations) {

  /** Copies. */
  public ClaimOptions {
    podLabels = Map.copyOf(podLabels);
    podAnnotations = Map.copyOf(podAnnotations);
  }

  /**
   * Checks that there is one thing to claim from.
   *
   * @throws InvalidValueException if there is none or two
   */
  public void requireSource() {
    if (warmPool.isPresent() && template.isPresent()) {
      throw new InvalidValueException(
          "sandpool.claim.template",
          template.get(),
          "sandpool.claim.warm-pool is set too, and has a template of its own; give one of both");
    }
    if (warmPool.isEmpty() && template.isEmpty()) {
      throw new InvalidValueException(
          "sandpool.claim.warm-pool",
          null,
          "name the SandboxWarmPool to claim from, or a SandboxTemplate in sandpool.claim.template");
    }
  }

  /** Words for what is claimed from. */
  String source() {
    return warmPool
        .map(name -> "SandboxWarmPool " + name)
        .orElseGet(() -> "SandboxTemplate " + template.orElse(""));
  }
}
