package dev.sandpool.kubernetes.claim;

import dev.sandpool.kubernetes.SandboxState;
import dev.sandpool.kubernetes.SandboxState.Kind;
import java.util.Set;

/** What a claim's status means for its sandbox, without regard to what it was before. */
final class ClaimState {

  static final String NO_POOL = "WarmPoolNotFound";
  static final String NO_TEMPLATE = "TemplateNotFound";

  /** Reasons that don't pass by waiting. */
  private static final Set<String> HOPELESS =
      Set.of(
          "InvalidMetadata",
          "EnvVarsInjectionRejected",
          "VolumeClaimTemplatesError",
          "ClaimExpired",
          "SandboxExpired",
          "InvalidConfiguration",
          "PodFailed",
          "PodSucceeded");

  private static final String SUSPENDED = "SandboxSuspended";

  private ClaimState() {}

  static SandboxState of(Claim claim) {
    if (claim.metadata().getDeletionTimestamp() != null) {
      return SandboxState.over("it is being deleted");
    }
    return claim
        .ready()
        .map(ready -> of(claim, ready))
        .orElseGet(() -> SandboxState.pending("the agent-sandbox controller has not answered"));
  }

  private static SandboxState of(Claim claim, Condition ready) {
    if (ready.isTrue()) {
      return claim.sandbox().isPresent()
          ? SandboxState.READY
          : SandboxState.pending("the claim has no Sandbox yet");
    }
    String reason = String.valueOf(ready.reason());
    if (HOPELESS.contains(reason)) {
      return SandboxState.over(ready.words());
    }
    // While it still has an address, its Pod is only about to go.
    return reason.equals(SUSPENDED) && claim.podIps().isEmpty()
        ? new SandboxState(Kind.SUSPENDED, ready.words())
        : SandboxState.pending(ready.words());
  }

  /** Whether it waits for something that nobody but a person makes. */
  static boolean lacksSource(Claim claim) {
    return claim
        .ready()
        .map(Condition::reason)
        .filter(reason -> reason.equals(NO_POOL) || reason.equals(NO_TEMPLATE))
        .isPresent();
  }
}
