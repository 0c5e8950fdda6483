package dev.sandpool.kubernetes.claim;

import dev.sandpool.kubernetes.SandboxKeys;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.List;
import java.util.Optional;

/**
 * What Sandpool reads of a {@code Sandbox}.
 *
 * @param metadata the usual
 * @param status what the controller says; null until it does
 */
record AgentSandbox(V1ObjectMeta metadata, Status status) {

  /** What the controller says. */
  record Status(List<Condition> conditions, List<String> podIPs) {}

  /** Whether it belongs to a claim, by label or, where there is none, by its owner. */
  boolean isOf(String claimUid) {
    String label = SandboxKeys.labels(metadata).get(AgentKeys.CLAIM_UID);
    return label == null ? isOwnedBy(claimUid) : label.equals(claimUid);
  }

  /** The name of its Pod. */
  String podName() {
    return Optional.ofNullable(metadata.getAnnotations())
        .map(annotations -> annotations.get(AgentKeys.POD_NAME))
        .filter(name -> !name.isEmpty())
        .orElse(metadata.getName());
  }

  /** Addresses of its Pod; empty while it has none. */
  List<String> podIps() {
    return Optional.ofNullable(status).map(Status::podIPs).orElse(List.of());
  }

  Optional<Condition> ready() {
    return Optional.ofNullable(status).flatMap(said -> Condition.ready(said.conditions()));
  }

  private boolean isOwnedBy(String uid) {
    return Optional.ofNullable(metadata.getOwnerReferences()).orElse(List.of()).stream()
        .anyMatch(
            owner -> Boolean.TRUE.equals(owner.getController()) && uid.equals(owner.getUid()));
  }
}
