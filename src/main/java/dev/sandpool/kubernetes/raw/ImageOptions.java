package dev.sandpool.kubernetes.raw;

import dev.sandpool.InvalidValueException;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1LocalObjectReference;
import io.kubernetes.client.openapi.models.V1PodSpec;
import java.util.List;
import java.util.Set;

/**
 * How a sandbox's image is had, and what its container runs.
 *
 * @param pullPolicy {@code IfNotPresent}, {@code Always} or {@code Never}
 * @param pullSecrets names of Secrets with a registry's credentials
 * @param command the container's first process and its arguments; empty for one that idles and
 *     collects orphans, which another one must do too. It must not end: the sandbox ends with it
 */
public record ImageOptions(String pullPolicy, List<String> pullSecrets, List<String> command) {

  private static final Set<String> POLICIES = Set.of("IfNotPresent", "Always", "Never");

  /** What the settings are unless given. */
  public static final ImageOptions DEFAULT = new ImageOptions("IfNotPresent", List.of(), List.of());

  /**
   * A shell, not {@code sleep}: as process 1 it must collect orphans, or killed commands stay as
   * zombies; and it ends at once when told to.
   */
  private static final List<String> IDLE =
      List.of(
          "/bin/sh", "-c", "trap 'exit 0' TERM INT; while :; do sleep 86400 & wait \"$!\"; done");

  /** Checks the policy, and copies. */
  public ImageOptions {
    if (!POLICIES.contains(pullPolicy)) {
      throw new InvalidValueException(
          "sandpool.raw.image-pull-policy", pullPolicy, "give one of IfNotPresent, Always, Never");
    }
    pullSecrets = List.copyOf(pullSecrets);
    command = List.copyOf(command);
  }

  void apply(V1PodSpec pod, V1Container sandbox) {
    sandbox.imagePullPolicy(pullPolicy).command(command.isEmpty() ? IDLE : command);
    pod.imagePullSecrets(
        pullSecrets.stream().map(name -> new V1LocalObjectReference().name(name)).toList());
  }
}
