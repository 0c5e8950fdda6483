package dev.sandpool.kubernetes.claim;

import dev.sandpool.ExecFailedException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.kubernetes.SandboxState.Kind;
import dev.sandpool.kubernetes.claim.connect.SandboxAddress;
import java.util.List;
import java.util.Optional;

/**
 * Which Sandbox a claim has got, and where that runs. The claim says it; the Sandbox has to agree
 * before anything is run there, since a controller that lags may name one Sandbox to two claims.
 */
final class Binding {

  private final String namespace;
  private final ObjectApi<AgentSandbox> sandboxes;
  private volatile Claim claim;
  private volatile Resolved resolved;

  private record Resolved(SandboxAddress address, List<String> podIps) {}

  Binding(String namespace, ObjectApi<AgentSandbox> sandboxes, Claim claim) {
    this.namespace = namespace;
    this.sandboxes = sandboxes;
    this.claim = claim;
  }

  /** Takes a newer state of the claim. */
  void update(Claim newer) {
    claim = newer;
  }

  /**
   * Where it runs now. Asks the cluster the first time, and when the Pod's address has changed.
   *
   * @throws ExecFailedException if it is suspended
   * @throws SandboxLostException if the Sandbox is gone or another claim's
   * @throws dev.sandpool.BackendUnavailableException if the cluster can't be asked
   */
  SandboxAddress address() {
    if (ClaimState.of(claim).kind() == Kind.SUSPENDED) {
      throw suspended();
    }
    Resolved known = resolved;
    if (known == null || !known.podIps().equals(claim.podIps())) {
      known = resolve(claim);
      resolved = known;
    }
    return known.address();
  }

  /** The Sandbox as it is now. */
  Optional<AgentSandbox> sandbox() {
    return claim.sandbox().flatMap(sandboxes::read);
  }

  /** What whoever wants to run something in a suspended sandbox is told. */
  ExecFailedException suspended() {
    return new ExecFailedException(
        "Sandbox " + claim.metadata().getName() + " is suspended; resume it first", null);
  }

  private Resolved resolve(Claim now) {
    String name = now.sandbox().orElseThrow(() -> lost("its claim has no Sandbox"));
    AgentSandbox sandbox =
        sandboxes.read(name).orElseThrow(() -> lost("Sandbox object " + name + " is gone"));
    if (!sandbox.isOf(now.metadata().getUid())) {
      throw lost("Sandbox object " + name + " is another claim's");
    }
    List<String> ips = now.podIps().isEmpty() ? sandbox.podIps() : now.podIps();
    SandboxAddress address =
        new SandboxAddress(namespace, name, sandbox.podName(), ips.stream().findFirst());
    return new Resolved(address, now.podIps());
  }

  private SandboxLostException lost(String reason) {
    return new SandboxLostException(ClaimSandbox.lostWords(claim.metadata().getName(), reason));
  }
}
