package dev.sandpool.kubernetes.raw;

import io.kubernetes.client.openapi.models.V1PodSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where and as whom a sandbox's Pod runs.
 *
 * @param serviceAccount its ServiceAccount, for policies that go by it; its token is never mounted
 * @param runtimeClass its RuntimeClass, such as one for gVisor; empty for the cluster's default
 * @param priorityClass its PriorityClass; empty for the cluster's default
 * @param nodeSelector labels that its node must have
 * @param tolerations taints that its node may have
 */
public record PlacementOptions(
    Optional<String> serviceAccount,
    Optional<String> runtimeClass,
    Optional<String> priorityClass,
    Map<String, String> nodeSelector,
    List<Toleration> tolerations) {

  /** What the settings are unless given: the cluster's defaults. */
  public static final PlacementOptions DEFAULT =
      new PlacementOptions(
          Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), List.of());

  /** Copies. */
  public PlacementOptions {
    nodeSelector = Map.copyOf(nodeSelector);
    tolerations = List.copyOf(tolerations);
  }

  void apply(V1PodSpec pod) {
    pod.serviceAccountName(serviceAccount.orElse(null))
        .runtimeClassName(runtimeClass.orElse(null))
        .priorityClassName(priorityClass.orElse(null))
        .nodeSelector(nodeSelector)
        .tolerations(tolerations.stream().map(Toleration::model).toList());
  }
}
